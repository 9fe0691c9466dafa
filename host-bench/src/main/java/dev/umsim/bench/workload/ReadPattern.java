package dev.umsim.bench.workload;

import dev.umsim.bench.linux.HostFile;
import java.util.Optional;

/**
 * Where the data of a read goes, and is compared: every 8 bytes of block N of the device hold N,
 * big-endian.
 */
final class ReadPattern implements HostFile {
  private final long offset;
  private final int blockBytes;
  private long readBytes;
  private Optional<String> difference = Optional.empty();

  /**
   * @param offset of the first byte on the device
   * @param blockBytes a logical block of the device
   */
  ReadPattern(long offset, int blockBytes) {
    this.offset = offset;
    this.blockBytes = blockBytes;
  }

  @Override
  public void read(long position, byte[] into, int length) {
    for (int i = 0; i < length; i++) {
      into[i] = expected(offset + position + i);
    }
  }

  @Override
  public void write(long position, byte[] from, int length) {
    readBytes += length;
    for (int i = 0; i < length && difference.isEmpty(); i++) {
      long at = offset + position + i;
      if (from[i] != expected(at)) {
        difference =
            Optional.of(
                "the first different byte is %d (byte %d of block %d): %02x instead of %02x"
                    .formatted(at, at % blockBytes, at / blockBytes, from[i], expected(at)));
      }
    }
  }

  private byte expected(long at) {
    long block = at / blockBytes;
    int lowBits = Long.SIZE - Byte.SIZE * (1 + (int) (at % Long.BYTES));
    return (byte) (block >>> lowBits);
  }

  /** The first difference of what should have been read, in words; nothing if there is none. */
  Optional<String> difference(long bytes) {
    return difference.isEmpty() && readBytes != bytes
        ? Optional.of("%d bytes were read instead of %d".formatted(readBytes, bytes))
        : difference;
  }
}
