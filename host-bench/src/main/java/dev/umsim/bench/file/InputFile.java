package dev.umsim.bench.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that is read as a whole, and so has to be an ordinary one. */
public final class InputFile {
  private InputFile() {}

  /** Refuses what is missing, a folder, or something without an end such as a pipe. */
  public static Path require(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (Files.isDirectory(path)) {
      throw new FileSystemException(path.toString(), null, "is a folder");
    }
    if (!Files.isRegularFile(path)) {
      throw new FileSystemException(path.toString(), null, "is no ordinary file");
    }
    return path;
  }

  /**
   * The same of a file that is held in memory as a whole.
   *
   * @param bytesMax far more than such a file has, and far less than memory
   */
  public static Path require(Path path, long bytesMax) throws IOException {
    if (Files.size(require(path)) > bytesMax) {
      throw new FileSystemException(
          path.toString(), null, "has more than " + (bytesMax >> 20) + " MiB");
    }
    return path;
  }
}
