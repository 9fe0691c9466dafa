package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;

/** A task that works with the medium, by one access at a time. */
abstract class MediumTask extends Task {
  /**
   * Where a task works: the medium as it was when the command came, and memory to work with.
   *
   * @param slot in which the medium was, and has to be still
   * @param generation that of the slot when the command came
   */
  record Place(
      MediumSlot slot, int generation, Medium medium, BlockAccessPool accesses, Runnable resume) {
    int blockSize() {
      return medium.blockSize();
    }

    /** The most blocks of an access that is used in either way. */
    int blocksPerAccess() {
      return accesses.memoryBytes() / blockSize();
    }

    int blocksPerRead() {
      return accesses.readBytes() / blockSize();
    }

    int blocksPerWrite() {
      return accesses.writeBytes() / blockSize();
    }
  }

  private final Place place;
  private final BlockAccess access;
  private boolean accessGivenBack;

  MediumTask(Flow flow, long length, Place place) {
    super(flow, length, false);
    this.place = place;
    this.access = place.accesses().take();
  }

  final Medium medium() {
    return place.medium();
  }

  /** Whether the medium was taken out under the command, which then fails. */
  final boolean mediumGone() {
    boolean gone = place.slot().generation() != place.generation();
    if (gone) {
      fail(SenseData.of(Sense.MEDIUM_NOT_PRESENT));
    }
    return gone;
  }

  final Place place() {
    return place;
  }

  final int blockSize() {
    return place.blockSize();
  }

  final int blocksPerAccess() {
    return place.blocksPerAccess();
  }

  final BlockAccess access() {
    return access;
  }

  /**
   * Goes on with {@code then} when the access has finished: now, or later and then with {@code
   * resume} behind it.
   *
   * @return whether that was now
   */
  final boolean whenFinished(Continuation then) {
    if (access.finished()) {
      return then.proceed();
    }
    access.whenFinished(
        () -> {
          if (then.proceed()) {
            place.resume().run();
          }
        });
    return false;
  }

  /** The rest of a step; says whether the step is done, or waits again. */
  @FunctionalInterface
  interface Continuation {
    boolean proceed();
  }

  /** The command is over and the access is free for the next one. */
  final void giveBack() {
    if (!accessGivenBack) {
      accessGivenBack = true;
      place.accesses().giveBack(access);
    }
  }

  /** The command is over while the medium is still at work: the access is free behind that. */
  final void giveBackBehind(Runnable last) {
    accessGivenBack = true;
    access.whenFinished(
        () -> {
          last.run();
          place.accesses().giveBack(access);
        });
  }

  @Override
  public boolean finish() {
    giveBack();
    return true;
  }

  @Override
  public void abandon() {
    giveBack();
  }
}
