package dev.umsim.sim.fault;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;

/** A medium in which the next access may go wrong without anybody being told. */
final class FaultableMedium implements Medium {
  private final Medium inner;
  private volatile boolean corrupts;
  private volatile boolean loses;

  FaultableMedium(Medium inner) {
    this.inner = inner;
  }

  /** What goes wrong with the accesses of the next command. */
  void next(boolean corrupts, boolean loses) {
    this.corrupts = corrupts;
    this.loses = loses;
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
    if (!corrupts) {
      inner.read(access);
      return;
    }
    corrupts = false;
    var within = BlockAccess.over(access);
    inner.read(within);
    if (within.finished()) {
      corrupt(access, within);
    } else {
      within.whenFinished(() -> corrupt(access, within));
    }
  }

  private void corrupt(BlockAccess access, BlockAccess within) {
    int bytes = within.goodBlocks() * blockSize();
    if (within.data() != access.memory()) {
      access.memory().setBytes(0, within.data(), within.dataIndex(), bytes);
    }
    if (bytes > 0) {
      access.memory().setByte(0, access.memory().getByte(0) ^ 1);
    }
    access.endAs(within);
  }

  @Override
  public void write(BlockAccess access) {
    if (loses) {
      access.succeed();
    } else {
      inner.write(access);
    }
  }

  @Override
  public void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }

  @Override
  public boolean thin() {
    return inner.thin();
  }

  @Override
  public void deallocate(BlockAccess access) {
    inner.deallocate(access);
  }

  @Override
  public Extent extentAt(long block) {
    return inner.extentAt(block);
  }
}
