package dev.umsim.bench.copy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What was read, as checksums: one for each piece of several commands, so that there are not too
 * many of them.
 */
final class Checksums {
  private static final int MOST_PIECES = 1 << 16;

  private final long pieceBytes;
  private final CRC32C current = new CRC32C();
  private int[] sums = new int[64];
  private int count;
  private long inCurrent;

  /** Of a copy of so many bytes in commands of so many bytes. */
  Checksums(long bytes, int commandBytes) {
    long commands = (bytes + commandBytes - 1) / commandBytes;
    pieceBytes = (commands + MOST_PIECES - 1) / MOST_PIECES * commandBytes;
  }

  /** Bytes of each piece but perhaps the last. */
  long pieceBytes() {
    return pieceBytes;
  }

  /** Adds data that follows what was added before, cut as it may be. */
  void add(ByteBuffer data) {
    int end = data.limit();
    while (data.position() < end) {
      int length = (int) Math.min(end - data.position(), pieceBytes - inCurrent);
      current.update(data.limit(data.position() + length));
      inCurrent += length;
      if (inCurrent == pieceBytes) {
        finish();
      }
      data.limit(end);
    }
  }

  /** Ends the last piece, if it is shorter than the others. */
  void finish() {
    if (inCurrent > 0) {
      if (count == sums.length) {
        sums = Arrays.copyOf(sums, 2 * count);
      }
      sums[count++] = (int) current.getValue();
      current.reset();
      inCurrent = 0;
    }
  }

  /** The first piece in which others differ, or -1. */
  int firstDifference(Checksums others) {
    return Arrays.mismatch(sums, 0, count, others.sums, 0, others.count);
  }
}
