package dev.umsim.sim.time;

import java.util.SplittableRandom;

/** Chance in durations: each is drawn evenly from around its mean. The same seed, the same run. */
public final class Jitter {
  private final SplittableRandom random;
  private final double share;

  /**
   * @param seed what all draws follow from
   * @param share how far a duration may lie from its mean, 0 for not at all to 1
   */
  public Jitter(long seed, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is 0 to 1, not " + share);
    }
    this.random = new SplittableRandom(seed);
    this.share = share;
  }

  /** A duration whose mean is {@code nanos}. */
  public long around(long nanos) {
    return share == 0 ? nanos : Math.round(nanos * (1 - share + 2 * share * random.nextDouble()));
  }
}
