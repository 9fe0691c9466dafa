package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.SplittableRandom;

/**
 * A medium in which some blocks come back with one bit the other way round, and nothing tells so:
 * the same bits of the same blocks, however often they are written.
 */
public final class RottenMedium extends FlawedMedium {
  private static final int MILLION = 1_000_000;

  private final long seed;
  private final int perMillion;

  /**
   * @param seed from which the blocks are drawn
   * @param perMillion of how many blocks in a million a bit is rotten
   */
  public RottenMedium(Medium inner, long seed, int perMillion) {
    super(inner);
    if (perMillion < 1 || perMillion > MILLION) {
      throw new IllegalArgumentException(
          "1 to 1000000 blocks of a million are rotten, not " + perMillion);
    }
    this.seed = seed;
    this.perMillion = perMillion;
  }

  @Override
  boolean readBlock(BlockAccess access, int number) {
    boolean good = super.readBlock(access, number);
    var random = new SplittableRandom(seed ^ (access.firstBlock() + number) * 0x9e3779b97f4a7c15L);
    if (good && random.nextInt(MILLION) < perMillion) {
      int bit = random.nextInt(8 * blockSize());
      int at = number * blockSize() + bit / 8;
      access.memory().setByte(at, access.memory().getByte(at) ^ 1 << bit % 8);
    }
    return good;
  }
}
