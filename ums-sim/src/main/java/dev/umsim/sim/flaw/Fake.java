package dev.umsim.sim.flaw;

import java.util.Locale;

/**
 * How a medium deceives its host about its size, in the terms of f3probe.
 *
 * <p>An address is cut to the module, a power of two, and what then lies at the real size or behind
 * it is not there: writes are lost, and reads give zeros.
 *
 * @param realBlocks how many blocks there are
 * @param moduleBlocks to which an address is cut
 */
public record Fake(long realBlocks, long moduleBlocks) {
  /** The kinds of fakes. */
  public enum Kind {
    /** As large as announced. */
    GOOD,
    /** Nothing that is written is kept. */
    BAD,
    /** What is written behind the real size is lost. */
    LIMBO,
    /** Addresses behind the real size are those from the beginning again. */
    WRAPAROUND,
    /** Addresses repeat, but less of them is there than repeats. */
    CHAIN;

    /** As it is written. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A fake of this kind.
   *
   * @param realBlocks of no account where the kind says it
   * @param announcedBlocks what the medium says
   * @throws IllegalArgumentException if no such fake can be
   */
  public static Fake of(Kind kind, long realBlocks, long announcedBlocks) {
    return switch (kind) {
      case GOOD -> new Fake(announcedBlocks, wholeModule(announcedBlocks));
      case BAD -> new Fake(0, wholeModule(announcedBlocks));
      case LIMBO -> new Fake(smaller(realBlocks, announcedBlocks), wholeModule(announcedBlocks));
      case WRAPAROUND -> {
        if (Long.bitCount(realBlocks) != 1) {
          throw new IllegalArgumentException(
              "addresses wrap around at a power of two, and "
                  + realBlocks
                  + " blocks are none; a chain has such a size");
        }
        yield new Fake(smaller(realBlocks, announcedBlocks), realBlocks);
      }
      case CHAIN -> {
        long module = wholeModule(smaller(realBlocks, announcedBlocks));
        if (module == realBlocks || module >= announcedBlocks) {
          throw new IllegalArgumentException(
              "the addresses of a chain repeat at the power of two above its "
                  + realBlocks
                  + " blocks, which has to be more than that and less than the "
                  + announcedBlocks
                  + " announced");
        }
        yield new Fake(realBlocks, module);
      }
    };
  }

  private static long smaller(long realBlocks, long announcedBlocks) {
    if (realBlocks < 1 || realBlocks >= announcedBlocks) {
      throw new IllegalArgumentException(
          "a fake has fewer blocks than the "
              + announcedBlocks
              + " that it announces, and at least one, not "
              + realBlocks);
    }
    return realBlocks;
  }

  private static long wholeModule(long blocks) {
    long floor = Long.highestOneBit(blocks);
    return floor == blocks ? floor : floor << 1;
  }
}
