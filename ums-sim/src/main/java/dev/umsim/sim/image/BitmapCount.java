package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Counts the bits that are set in a bitmap, the lowest bit of each byte first. */
final class BitmapCount {
  private static final int PIECE_BYTES = 1 << 16;

  private BitmapCount() {}

  /** How many of the first {@code bits} bits from a position on are set. */
  static long ones(ByteSource bytes, long offsetBytes, long bits) throws IOException {
    long ones = 0;
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long done = 0; done < bits; done += PIECE_BYTES * 8L) {
      long left = Math.min(PIECE_BYTES * 8L, bits - done);
      int count = (int) ((left + 7) / 8);
      bytes.read(offsetBytes + done / 8, piece.clear().limit(count));
      for (int at = 0; at < count; at++) {
        int value = Byte.toUnsignedInt(piece.get(at));
        int unused = (int) (at == count - 1 && left % 8 != 0 ? 8 - left % 8 : 0);
        ones += Integer.bitCount(value & 0xff >>> unused);
      }
    }
    return ones;
  }
}
