package dev.umsim.core.rockbox;

import dev.umsim.core.medium.Medium;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A drive of the player and the medium in it, with what the class driver remembers about it:
 * whether it is ejected, and whether the host has locked it.
 */
public final class StorageDrive {
  private final DriveText text;
  private final boolean removable;
  private final int multiplier;
  private final Optional<AtaIdentify> identify;
  private @Nullable Medium medium;
  private boolean ejected;
  private boolean locked;
  private boolean foundEmpty;

  /**
   * A drive without a medium so far.
   *
   * @param multiplier sectors of the medium in a block of the host, a power of two from 1 to 8
   * @param identify of a disk that takes ATA commands
   */
  public StorageDrive(
      DriveText text, boolean removable, int multiplier, Optional<AtaIdentify> identify) {
    if (multiplier < 1 || multiplier > 8 || Integer.bitCount(multiplier) != 1) {
      throw new IllegalArgumentException(
          "a block of the host has 1, 2, 4 or 8 sectors, not " + multiplier);
    }
    this.text = Objects.requireNonNull(text);
    this.removable = removable;
    this.multiplier = multiplier;
    this.identify = identify;
  }

  /** A medium comes in; the driver does not notice by itself. */
  public void insert(Medium medium) {
    this.medium = Objects.requireNonNull(medium);
  }

  /** The medium is taken out; the driver does not notice by itself. */
  public void remove() {
    medium = null;
    foundEmpty = false;
  }

  /** Whether a command has come since the medium was taken out. */
  public boolean foundEmpty() {
    return foundEmpty;
  }

  void setFoundEmpty() {
    foundEmpty = true;
  }

  /** Whether there is a medium in it. */
  public boolean present() {
    return medium != null;
  }

  Optional<Medium> medium() {
    return Optional.ofNullable(medium);
  }

  boolean removable() {
    return removable;
  }

  DriveText text() {
    return text;
  }

  int multiplier() {
    return multiplier;
  }

  Optional<AtaIdentify> identify() {
    return identify;
  }

  /** Bytes in a sector of the medium; 0 without one. */
  int sectorBytes() {
    return medium == null ? 0 : medium.blockSize();
  }

  /** Sectors of the medium; 0 without one. */
  long sectors() {
    return medium == null ? 0 : medium.blockCount();
  }

  /** Whether the driver tells the host that there is no medium, be there one or not. */
  public boolean ejected() {
    return ejected;
  }

  void setEjected(boolean ejected) {
    this.ejected = ejected;
  }

  boolean locked() {
    return locked;
  }

  void setLocked(boolean locked) {
    this.locked = locked;
  }
}
