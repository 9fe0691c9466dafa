package dev.umsim.sim.flaw;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.BlockRange;
import dev.umsim.sim.medium.FaultyMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * All that may be wrong with a medium, to be put over a good one.
 *
 * @param kind whether it deceives its host about its size
 * @param realBytes the real size of a fake that has one
 * @param cacheBytes of a volatile write cache; 0 for none
 * @param eraseBytes of an erase block; 0 where every block is written for itself
 * @param badBlocks that can be neither read nor written
 * @param rottenPerMillion of how many blocks in a million a bit is rotten
 * @param diesAfter so many blocks have been written
 * @param seed from which the rotten blocks are drawn
 */
public record Flaws(
    Fake.Kind kind,
    long realBytes,
    int cacheBytes,
    int eraseBytes,
    List<BlockRange> badBlocks,
    int rottenPerMillion,
    OptionalLong diesAfter,
    long seed) {
  /** A medium as it should be. */
  public static final Flaws NONE =
      new Flaws(Fake.Kind.GOOD, 0, 0, 0, List.of(), 0, OptionalLong.empty(), 0);

  public Flaws {
    badBlocks = List.copyOf(badBlocks);
  }

  /** Whether nothing is wrong. */
  public boolean none() {
    return equals(new Flaws(Fake.Kind.GOOD, 0, 0, 0, List.of(), 0, OptionalLong.empty(), seed));
  }

  /** A medium with its flaws, and what a power cut does to it. */
  public record Flawed(Medium medium, PowerCut powerCut) {}

  /**
   * Puts the flaws over a medium that ends every access before the call returns.
   *
   * @throws IllegalArgumentException if the medium cannot have them, with the reason
   */
  public Flawed over(Medium good) {
    if (none()) {
      return new Flawed(good, () -> {});
    }
    if (good.writeProtected() && (cacheBytes > 0 || eraseBytes > 0 || diesAfter.isPresent())) {
      throw new IllegalArgumentException(
          "nothing is written to a medium that is write-protected, so that it has no cache, erases"
              + " nothing and does not wear out");
    }
    var cuts = new ArrayList<PowerCut>();
    Medium medium = good;
    if (kind != Fake.Kind.GOOD) {
      medium =
          new FakeMedium(
              medium, Fake.of(kind, blocks(realBytes, good, "a real size"), good.blockCount()));
    }
    if (rottenPerMillion > 0) {
      medium = new RottenMedium(medium, seed, rottenPerMillion);
    }
    if (!badBlocks.isEmpty()) {
      medium = withBadBlocks(medium);
    }
    if (eraseBytes > 0) {
      var erased = new ErasedMedium(medium, (int) blocks(eraseBytes, good, "an erase block"));
      cuts.add(erased);
      medium = erased;
    }
    if (cacheBytes > 0) {
      var cached = new CachedMedium(medium, (int) blocks(cacheBytes, good, "a cache"));
      // What is lost with the cache never came as far as the flash.
      cuts.add(0, cached);
      medium = cached;
    }
    if (diesAfter.isPresent()) {
      medium = new MortalMedium(medium, diesAfter.getAsLong());
    }
    var guarded = new GuardedMedium(medium, cuts);
    return new Flawed(guarded, guarded);
  }

  private static long blocks(long bytes, Medium medium, String what) {
    if (bytes % medium.blockSize() != 0) {
      throw new IllegalArgumentException(
          what + " is made of blocks of " + medium.blockSize() + " bytes, and not " + bytes);
    }
    return bytes / medium.blockSize();
  }

  private Medium withBadBlocks(Medium medium) {
    var faulty = new FaultyMedium(medium);
    for (var range : badBlocks) {
      if (range.lba() + range.blockCount() > medium.blockCount()) {
        throw new IllegalArgumentException(
            "block "
                + (range.lba() + range.blockCount() - 1)
                + " cannot be bad: the medium has "
                + medium.blockCount());
      }
      for (long block = range.lba(); block < range.lba() + range.blockCount(); block++) {
        faulty.failReads(block);
        faulty.failWrites(block);
      }
    }
    return faulty;
  }
}
