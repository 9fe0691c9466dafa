package dev.umsim.bench.attack;

import java.util.Arrays;
import java.util.Random;

/** Bytes that are nearly what they were. */
final class Mutation {
  private Mutation() {}

  /** Some bytes changed, a part left out, doubled or filled, or the end cut off. */
  static byte[] of(byte[] bytes, Random random) {
    var mutated = bytes.clone();
    for (int change = 1 + random.nextInt(4); change > 0 && mutated.length > 0; change--) {
      int at = random.nextInt(mutated.length);
      int length = Math.min(mutated.length - at, 1 + random.nextInt(16));
      switch (random.nextInt(8)) {
        case 0, 1 -> mutated[at] = (byte) random.nextInt();
        case 2 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
        case 3 -> Arrays.fill(mutated, at, at + length, (byte) (random.nextBoolean() ? 0 : 0xff));
        case 4 -> mutated = spliced(mutated, at, at + length, new byte[0]);
        case 5 -> mutated = spliced(mutated, at, at, Arrays.copyOfRange(mutated, at, at + length));
        case 6 -> mutated = Arrays.copyOf(mutated, at);
        default -> mutated = spliced(mutated, at, at, "9".repeat(length).getBytes());
      }
    }
    return mutated;
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] middle) {
    var spliced = new byte[bytes.length - (to - from) + middle.length];
    System.arraycopy(bytes, 0, spliced, 0, from);
    System.arraycopy(middle, 0, spliced, from, middle.length);
    System.arraycopy(bytes, to, spliced, from + middle.length, bytes.length - to);
    return spliced;
  }
}
