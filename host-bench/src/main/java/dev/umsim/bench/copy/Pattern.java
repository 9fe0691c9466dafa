package dev.umsim.bench.copy;

import io.netty.buffer.ByteBuf;
import java.nio.ByteOrder;

/**
 * Data that looks random and follows from a seed: what stands at a position can be told at any time
 * without keeping it.
 *
 * @param seed distinguishes one copy's data from another's
 */
record Pattern(long seed) {
  private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

  /** Fills {@code length} bytes of a buffer from its beginning; all are multiples of 8. */
  void fill(ByteBuf buffer, long position, int length) {
    long state = seed + position / Long.BYTES * STEP;
    var bytes = buffer.nioBuffer(0, length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putLong(mix(state));
      state += STEP;
    }
  }

  /** The output function of the generator SplitMix64. */
  static long mix(long state) {
    long mixed = (state ^ state >>> 30) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ mixed >>> 31;
  }
}
