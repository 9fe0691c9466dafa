package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.time.Instant;
import java.util.Objects;

/**
 * A file to be put into an image.
 *
 * @param sizeBytes how many bytes {@code content} will give; up to 2^32 - 1
 * @param content opened when the bytes are needed, and closed behind them
 */
public record SourceFile(String name, Instant modified, long sizeBytes, Content content)
    implements SourceNode {
  /** Where the bytes come from. */
  @FunctionalInterface
  public interface Content {
    /** Opens the bytes, from the first one on. */
    ReadableByteChannel open() throws IOException;
  }

  /** Checks the size. */
  public SourceFile {
    Objects.requireNonNull(name);
    if (sizeBytes < 0 || sizeBytes > DirectoryEntry.SIZE_BYTES_MAX) {
      throw new ImageRefusal(
          "%s: has %d bytes, a file on FAT holds %d",
          name, sizeBytes, DirectoryEntry.SIZE_BYTES_MAX);
    }
  }
}
