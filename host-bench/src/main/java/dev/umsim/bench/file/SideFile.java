package dev.umsim.bench.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small file that another file names, and that lies beside or below it: whoever sends a file can
 * send no more than its folder.
 */
public final class SideFile {
  private SideFile() {}

  /**
   * Reads one of a length that is known.
   *
   * @param folder of the file that names it
   * @param name as it stands there
   * @throws FileSystemException if it is not in the folder, links included, not an ordinary file,
   *     or of another length
   */
  public static byte[] read(Path folder, String name, int length) throws IOException {
    var path = folder.resolve(name);
    var place = InputFile.require(path).toRealPath();
    if (!place.startsWith(folder.toRealPath())) {
      throw new FileSystemException(
          path.toString(), null, "lies outside the folder of the file that names it");
    }
    if (Files.size(place) != length) {
      throw new FileSystemException(
          path.toString(), null, "has " + Files.size(place) + " bytes, not " + length);
    }
    try (var in = Files.newInputStream(place)) {
      var bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new FileSystemException(path.toString(), null, "became shorter as it was read");
      }
      return bytes;
    }
  }
}
