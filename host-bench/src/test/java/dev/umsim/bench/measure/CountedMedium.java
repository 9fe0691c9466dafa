package dev.umsim.bench.measure;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;

/** A medium that counts what is written to it. */
final class CountedMedium implements Medium {
  private final Medium medium;
  private int writes;

  CountedMedium(Medium medium) {
    this.medium = medium;
  }

  int writes() {
    return writes;
  }

  @Override
  public int blockSize() {
    return medium.blockSize();
  }

  @Override
  public long blockCount() {
    return medium.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return medium.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    medium.read(access);
  }

  @Override
  public void write(BlockAccess access) {
    writes++;
    medium.write(access);
  }

  @Override
  public void synchronize(BlockAccess access) {
    medium.synchronize(access);
  }
}
