package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;

/** A medium that is dead after so many writes: every access to it fails from then on. */
public final class MortalMedium extends FlawedMedium {
  private long writesLeft;

  /**
   * @param blocksWritten how many blocks can be written before it dies
   */
  public MortalMedium(Medium inner, long blocksWritten) {
    super(inner);
    if (blocksWritten < 0) {
      throw new IllegalArgumentException("it dies after 0 writes or more, not " + blocksWritten);
    }
    writesLeft = blocksWritten;
  }

  private boolean dead() {
    return writesLeft < 0;
  }

  @Override
  boolean readBlock(BlockAccess access, int number) {
    return !dead() && super.readBlock(access, number);
  }

  @Override
  boolean writeBlock(BlockAccess access, int number) {
    writesLeft = dead() ? writesLeft : writesLeft - 1;
    return !dead() && super.writeBlock(access, number);
  }

  @Override
  public void synchronize(BlockAccess access) {
    if (dead()) {
      access.fail(0, 0);
    } else {
      super.synchronize(access);
    }
  }
}
