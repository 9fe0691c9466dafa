package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;

/** A medium that has less than it announces: see {@link Fake}. */
public final class FakeMedium extends FlawedMedium {
  private final Fake fake;

  /** A fake over a medium as large as is announced, of which the real part is used. */
  public FakeMedium(Medium inner, Fake fake) {
    super(inner);
    this.fake = fake;
  }

  private long place(long block) {
    return block & fake.moduleBlocks() - 1;
  }

  @Override
  boolean readBlock(BlockAccess access, int number) {
    long place = place(access.firstBlock() + number);
    if (place >= fake.realBlocks()) {
      access.memory().setZero(number * blockSize(), blockSize());
      return true;
    }
    return blocks().read(place, access.memory(), number * blockSize());
  }

  @Override
  boolean writeBlock(BlockAccess access, int number) {
    long place = place(access.firstBlock() + number);
    return place >= fake.realBlocks()
        || blocks().write(place, access.memory(), number * blockSize(), access.forceUnitAccess());
  }
}
