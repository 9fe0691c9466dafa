package dev.umsim.sim.medium;

import java.util.Random;

/** Bytes of which no two stretches are alike. */
final class TestBytes {
  private TestBytes() {}

  static byte[] random(long seed, int length) {
    var bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
