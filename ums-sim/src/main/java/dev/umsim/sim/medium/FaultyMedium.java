package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import java.util.TreeSet;

/**
 * A medium with bad blocks: like the one within, but that reads or writes of named blocks fail.
 * Where a block cannot be written, it cannot be given back either.
 *
 * <p>An access that comes to a bad block moves the blocks before it and fails there. Blocks may
 * become bad and good again at any time; accesses that are under way do not notice.
 */
public final class FaultyMedium implements Medium, AutoCloseable {
  private final Medium inner;
  private final BlockAccessPool pool = Pieces.pool();
  private final TreeSet<Long> badForReading = new TreeSet<>(Long::compareUnsigned);
  private final TreeSet<Long> badForWriting = new TreeSet<>(Long::compareUnsigned);

  /** A medium without bad blocks so far. It does not close the one within. */
  public FaultyMedium(Medium inner) {
    this.inner = inner;
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
  public int blockSize() {
    return inner.blockSize();
  }

  @Override
  public long blockCount() {
    return inner.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return inner.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    int good = blocksBefore(badForReading, access);
    if (good == access.blockCount()) {
      inner.read(access);
    } else {
      moveThenFail(access, good, Pieces.Direction.READ);
    }
  }

  @Override
  public void write(BlockAccess access) {
    int good = blocksBefore(badForWriting, access);
    if (good == access.blockCount() || writeProtected()) {
      inner.write(access);
    } else {
      moveThenFail(access, good, Pieces.Direction.WRITE);
    }
  }

  @Override
  public boolean thin() {
    return inner.thin();
  }

  @Override
  public void deallocate(BlockAccess access) {
    int good = blocksBefore(badForWriting, access);
    if (good == access.blockCount()) {
      inner.deallocate(access);
    } else {
      moveThenFail(access, good, Pieces.Direction.DEALLOCATE);
    }
  }

  @Override
  public Extent extentAt(long block) {
    return inner.extentAt(block);
  }

  @Override
  public void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }

  /** Frees the memory that accesses to bad blocks took; the medium within stays open. */
  @Override
  public void close() {
    pool.close();
  }

  private static int blocksBefore(TreeSet<Long> bad, BlockAccess access) {
    var firstBad = bad.isEmpty() ? null : bad.ceiling(access.firstBlock());
    long distance = firstBad == null ? -1 : firstBad - access.firstBlock();
    return Long.compareUnsigned(distance, access.blockCount()) < 0
        ? (int) distance
        : access.blockCount();
  }

  private void moveThenFail(BlockAccess access, int good, Pieces.Direction direction) {
    var pieces = new Pieces(inner, pool, access, direction);
    // Where the medium within fails earlier, that is where the access ends.
    Runnable fail = () -> access.fail(access.firstBlock() + pieces.moved());
    if (pieces.move(0, good, fail)) {
      fail.run();
    }
  }
}
