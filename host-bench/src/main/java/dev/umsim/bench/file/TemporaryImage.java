package dev.umsim.bench.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An image of zeros in a folder of its own, which takes no room on the disk until it is written.
 */
public final class TemporaryImage {
  private TemporaryImage() {}

  /** Makes one that is deleted with the other leftovers. */
  public static Path create(long bytes, Leftovers leftovers) throws IOException {
    var folder = Files.createTempDirectory("ums");
    leftovers.add(folder);
    var image = folder.resolve("disk.img");
    leftovers.add(image);
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return image;
  }
}
