package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;

/**
 * A medium over another one, which does block by block what a subclass says. The one within ends
 * every access before the call returns, and so does this one.
 */
abstract class FlawedMedium implements Medium {
  private final Medium inner;
  private final Blocks blocks;

  FlawedMedium(Medium inner) {
    this.inner = inner;
    blocks = new Blocks(inner);
  }

  final Medium inner() {
    return inner;
  }

  final Blocks blocks() {
    return blocks;
  }

  /** Reads one block into the memory of the access; tells whether that went well. */
  boolean readBlock(BlockAccess access, int number) {
    return blocks.read(access.firstBlock() + number, access.memory(), number * blockSize());
  }

  /** Writes one block from the memory of the access; tells whether that went well. */
  boolean writeBlock(BlockAccess access, int number) {
    return blocks.write(
        access.firstBlock() + number,
        access.memory(),
        number * blockSize(),
        access.forceUnitAccess());
  }

  @Override
  public final int blockSize() {
    return inner.blockSize();
  }

  @Override
  public final long blockCount() {
    return inner.blockCount();
  }

  @Override
  public final boolean writeProtected() {
    return inner.writeProtected();
  }

  @Override
  public final void read(BlockAccess access) {
    for (int number = 0; number < access.blockCount(); number++) {
      if (!readBlock(access, number)) {
        access.fail(access.firstBlock() + number);
        return;
      }
    }
    access.succeed();
  }

  @Override
  public final void write(BlockAccess access) {
    if (writeProtected()) {
      inner.write(access);
      return;
    }
    for (int number = 0; number < access.blockCount(); number++) {
      if (!writeBlock(access, number)) {
        access.fail(access.firstBlock() + number);
        return;
      }
    }
    access.succeed();
  }

  @Override
  public void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }
}
