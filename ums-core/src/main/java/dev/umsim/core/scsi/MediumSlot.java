package dev.umsim.core.scsi;

import dev.umsim.core.medium.Medium;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the medium of a unit is, or is not: fixed for good, or removable.
 *
 * <p>A medium that the host has ejected is out of its reach and still in the slot, until the host
 * loads it again or somebody takes it. What happens from outside, and not by the host's command,
 * raises 06/28/00.
 */
public final class MediumSlot {
  /** A change of the medium that GET EVENT STATUS NOTIFICATION tells once (MMC-6, section 6.6). */
  enum Event {
    NONE,
    NEW_MEDIUM,
    MEDIUM_REMOVAL
  }

  private final boolean removable;
  private final UnitAttentions attentions = new UnitAttentions();
  private @Nullable Medium inSlot;
  private Optional<Medium> loaded = Optional.empty();
  private boolean removalPrevented;
  private int blockSizeNeeded;
  private int generation;
  private Event event = Event.NONE;

  private MediumSlot(boolean removable) {
    this.removable = removable;
  }

  /** A slot whose medium stays for ever. */
  public static MediumSlot fixed(Medium medium) {
    var slot = new MediumSlot(false);
    slot.inSlot = Objects.requireNonNull(medium);
    slot.loaded = Optional.of(medium);
    return slot;
  }

  /** An empty slot for media that come and go. */
  public static MediumSlot removable() {
    return new MediumSlot(true);
  }

  /** A slot for media that come and go, with one in it from the beginning. */
  public static MediumSlot removable(Medium medium) {
    var slot = new MediumSlot(true);
    slot.inSlot = Objects.requireNonNull(medium);
    slot.loaded = Optional.of(medium);
    return slot;
  }

  /** Whether media come and go. */
  public boolean isRemovable() {
    return removable;
  }

  /** The medium that the host can reach. */
  public Optional<Medium> medium() {
    return loaded;
  }

  /** Whether there is a medium in the slot that the host has ejected. */
  public boolean isEjected() {
    return inSlot != null && loaded.isEmpty();
  }

  /** What has happened to the unit; shared with the unit that has this slot. */
  public UnitAttentions attentions() {
    return attentions;
  }

  /**
   * Refuses media that have blocks of another size, now and in future, because the drive could not
   * read them.
   *
   * @throws IllegalArgumentException if there is one in the slot
   */
  public void requireBlockSize(int blockSize) {
    blockSizeNeeded = blockSize;
    requireFitting(inSlot);
  }

  private void requireFitting(@Nullable Medium medium) {
    if (medium != null && blockSizeNeeded != 0 && medium.blockSize() != blockSizeNeeded) {
      throw new IllegalArgumentException(
          "this drive reads media with blocks of %d bytes, not of %d"
              .formatted(blockSizeNeeded, medium.blockSize()));
    }
  }

  /**
   * Somebody puts a medium in, in the place of the one that may be there.
   *
   * @throws IllegalStateException if the medium is fixed
   * @throws IllegalArgumentException if the drive cannot read it
   */
  public void insert(Medium medium) {
    requireRemovable();
    requireFitting(Objects.requireNonNull(medium));
    generation++;
    inSlot = medium;
    loaded = Optional.of(medium);
    event = Event.NEW_MEDIUM;
    attentions.raise(Sense.MEDIUM_MAY_HAVE_CHANGED);
  }

  /**
   * Somebody takes the medium out, whether the host likes it or not. A command that works with it
   * fails.
   *
   * @return the medium, if there was one
   * @throws IllegalStateException if the medium is fixed
   */
  public Optional<Medium> remove() {
    requireRemovable();
    var taken = Optional.ofNullable(inSlot);
    if (taken.isPresent()) {
      generation++;
      inSlot = null;
      loaded = Optional.empty();
      event = Event.MEDIUM_REMOVAL;
    }
    return taken;
  }

  private void requireRemovable() {
    if (!removable) {
      throw new IllegalStateException("the medium of this unit is fixed");
    }
  }

  /**
   * Changes whenever the medium comes or goes, also when the same one comes back: what was begun
   * before must not go on behind that.
   */
  int generation() {
    return generation;
  }

  boolean removalPrevented() {
    return removalPrevented;
  }

  void preventRemoval(boolean prevent) {
    removalPrevented = prevent;
  }

  /** By command of the host: no attention is raised, it knows. */
  void eject() {
    if (loaded.isPresent()) {
      generation++;
      loaded = Optional.empty();
      event = Event.MEDIUM_REMOVAL;
    }
  }

  /** By command of the host; false if there is nothing to load. */
  boolean load() {
    if (inSlot == null) {
      return false;
    }
    if (loaded.isEmpty()) {
      generation++;
      loaded = Optional.of(inSlot);
      event = Event.NEW_MEDIUM;
    }
    return true;
  }

  /** What has happened since this was asked last. */
  Event takeEvent() {
    var happened = event;
    event = Event.NONE;
    return happened;
  }
}
