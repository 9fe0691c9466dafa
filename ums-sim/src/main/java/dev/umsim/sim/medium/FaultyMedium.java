package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import java.util.TreeSet;

/**
 * A medium with bad blocks: like the one within, but that reads or writes of named blocks fail.
 * Where a block cannot be written, it cannot be given back either.
 *
 * <p>An access that covers a bad block fails as a whole and moves nothing; the bad block is named.
 * Blocks may become bad and good again at any time; accesses that are under way do not notice.
 */
public final class FaultyMedium extends ForwardingMedium {
  private final TreeSet<Long> badForReading = new TreeSet<>(Long::compareUnsigned);
  private final TreeSet<Long> badForWriting = new TreeSet<>(Long::compareUnsigned);

  /** A medium without bad blocks so far. */
  public FaultyMedium(Medium inner) {
    super(inner);
  }

  /** From now on reads of the block fail; unsigned. */
  public void failReads(long block) {
    badForReading.add(block);
  }

  /** From now on writes of the block fail; unsigned. */
  public void failWrites(long block) {
    badForWriting.add(block);
  }

  /** From now on no block is bad. */
  public void failNothing() {
    badForReading.clear();
    badForWriting.clear();
  }

  @Override
  public void read(BlockAccess access) {
    if (!fails(badForReading, access)) {
      inner.read(access);
    }
  }

  @Override
  public void write(BlockAccess access) {
    if (writeProtected() || !fails(badForWriting, access)) {
      inner.write(access);
    }
  }

  @Override
  public void deallocate(BlockAccess access) {
    if (!fails(badForWriting, access)) {
      inner.deallocate(access);
    }
  }

  /** Ends the access where it covers a bad block, and says whether it does. */
  private static boolean fails(TreeSet<Long> bad, BlockAccess access) {
    var firstBad = bad.isEmpty() ? null : bad.ceiling(access.firstBlock());
    if (firstBad == null
        || Long.compareUnsigned(firstBad - access.firstBlock(), access.blockCount()) >= 0) {
      return false;
    }
    access.fail(firstBad, 0);
    return true;
  }
}
