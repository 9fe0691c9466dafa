package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.List;

/** A medium with its flaws, so guarded that its power may be cut by any thread. */
final class GuardedMedium implements Medium, PowerCut {
  private final Medium inner;
  private final List<PowerCut> cuts;

  GuardedMedium(Medium inner, List<PowerCut> cuts) {
    this.inner = inner;
    this.cuts = List.copyOf(cuts);
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
  public synchronized void read(BlockAccess access) {
    inner.read(access);
  }

  @Override
  public synchronized void write(BlockAccess access) {
    inner.write(access);
  }

  @Override
  public synchronized void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }

  @Override
  public synchronized void cutPower() {
    cuts.forEach(PowerCut::cutPower);
  }
}
