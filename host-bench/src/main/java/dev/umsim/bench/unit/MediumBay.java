package dev.umsim.bench.unit;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;

/** Where somebody puts the medium of a served unit in, and takes it out. Called on the loop. */
public interface MediumBay {
  /** Whether the host can reach a medium. */
  boolean isLoaded();

  /** Whether there is a medium that its host has ejected, or that it is not told of. */
  boolean isHidden();

  /** Takes the medium out; false if there is none. */
  boolean remove();

  /**
   * Whether the host can know that another medium is another one. A device that does not tell has
   * to be found empty before.
   */
  boolean isOpenToOthers();

  /** Puts a medium in: the one that was in it last, or another. */
  void insert(Medium medium);

  /** The slot of a unit of the reference device. */
  static MediumBay of(MediumSlot slot) {
    return new MediumBay() {
      @Override
      public boolean isLoaded() {
        return slot.medium().isPresent();
      }

      @Override
      public boolean isHidden() {
        return slot.isEjected();
      }

      @Override
      public boolean remove() {
        return slot.remove().isPresent();
      }

      @Override
      public boolean isOpenToOthers() {
        return true;
      }

      @Override
      public void insert(Medium medium) {
        slot.insert(medium);
      }
    };
  }
}
