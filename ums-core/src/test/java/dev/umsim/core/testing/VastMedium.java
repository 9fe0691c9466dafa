package dev.umsim.core.testing;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.ArrayList;
import java.util.List;

/** A medium of any number of blocks, all zero, which notes what it was asked for. */
public final class VastMedium implements Medium {
  private final long blockCount;
  private final List<String> log = new ArrayList<>();

  /**
   * @param blockCount unsigned
   */
  public VastMedium(long blockCount) {
    this.blockCount = blockCount;
  }

  /** What was asked for since this was looked at last. */
  public List<String> log() {
    var taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  @Override
  public int blockSize() {
    return 512;
  }

  @Override
  public long blockCount() {
    return blockCount;
  }

  @Override
  public boolean writeProtected() {
    return false;
  }

  @Override
  public void read(BlockAccess access) {
    access.memory().setZero(0, access.blockCount() * 512);
    note("read", access);
  }

  @Override
  public void write(BlockAccess access) {
    note("write", access);
  }

  @Override
  public void synchronize(BlockAccess access) {
    access.succeed();
  }

  private void note(String what, BlockAccess access) {
    log.add(String.format("%s %x +%d", what, access.firstBlock(), access.blockCount()));
    access.succeed();
  }
}
