package dev.umsim.sim.check;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a check needs of a device, of one of its units, or of the way to it. */
public enum Need {
  /** Commands can be sent: there is an interface with its bulk endpoints, and it takes them. */
  COMMANDS("a device that takes commands"),
  /** A unit that says that it is ready. */
  MEDIUM("a unit that is ready", UnitFacts::passesReady),
  /** A disk with a medium in it. */
  DISK("a disk with a medium", unit -> unit.isDisk() && unit.ready()),
  /** A medium that may be written. */
  WRITABLE(
      "a disk that can be written",
      unit -> unit.isDisk() && unit.ready() && !unit.protectedMedium()),
  /** A medium that is write-protected. */
  PROTECTED(
      "a disk that is write-protected",
      unit -> unit.isDisk() && unit.ready() && unit.protectedMedium()),
  /** A unit whose medium comes and goes. */
  REMOVABLE("a unit with removable media", unit -> unit.removable() && unit.ready()),
  /** A disk whose medium stays. */
  FIXED("a disk with a fixed medium", unit -> unit.isDisk() && !unit.removable() && unit.ready()),
  /** A unit without a medium. */
  EMPTY("a unit without a medium", unit -> unit.empty()),
  /** A CD-ROM drive with a medium in it. */
  CD("a CD-ROM drive with a medium", unit -> unit.isCd() && unit.ready()),
  /** A unit with a medium, of either kind. */
  READY("a unit with a medium", UnitFacts::ready),
  /** The medium is written. */
  WRITES("permission to write"),
  /** The device is changed in ways that a host may change it: ejected, reset, unconfigured. */
  STATE("permission to change the device"),
  /** Blocks of the medium can be made to fail. */
  MEDIUM_FAULTS("blocks that can be made to fail"),
  /** Media can be taken out and put in. */
  MEDIUM_CHANGES("media that can be taken out and put in from outside"),
  /** The power of the device can be cut. */
  POWER_CUTS("a device whose power can be cut"),
  /** The unconfigured states of chapter 9 can be reached through whatever serves the device. */
  UNCONFIGURED("a way to the device that leaves it unconfigured");

  private final String words;
  private final @Nullable Predicate<UnitFacts> unit;

  Need(String words) {
    this(words, null);
  }

  Need(String words, @Nullable Predicate<UnitFacts> unit) {
    this.words = words;
    this.unit = unit;
  }

  /** In words. */
  public String words() {
    return words;
  }

  /** Whether it is about a unit. */
  boolean concernsUnit() {
    return unit != null;
  }

  /** Whether a unit is such a one. */
  boolean fits(UnitFacts facts) {
    return unit == null || unit.test(facts);
  }
}
