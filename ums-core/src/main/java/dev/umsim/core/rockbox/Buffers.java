package dev.umsim.core.rockbox;

/**
 * The driver's transfer memory: buffers that take turns in moving the chunks of a command.
 *
 * @param count 2, or 1 where nothing overlaps
 * @param readBytes of each buffer when the host reads
 * @param writeBytes of each buffer when the host writes
 */
public record Buffers(int count, int readBytes, int writeBytes) {
  public Buffers {
    if (count < 1 || count > 2) {
      throw new IllegalArgumentException("there are 1 or 2 buffers, not " + count);
    }
    requireBlocks(readBytes);
    requireBlocks(writeBytes);
  }

  private static void requireBlocks(int bytes) {
    if (bytes < 4096 || bytes > 1 << 20 || bytes % 512 != 0) {
      throw new IllegalArgumentException(
          "a buffer has 4096 bytes to 1 MiB in blocks of 512, not " + bytes);
    }
  }

  /** All of it: both directions use the same memory. */
  int totalBytes() {
    return count * Math.max(readBytes, writeBytes);
  }
}
