package dev.umsim.bench.notation;

import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.sim.profile.Profiles;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of device that the name of a {@code sim:} target may stand for. */
public enum SimulatedKind {
  /** The conformant device: {@code sim:reference}. */
  REFERENCE,
  /** A revision of the Rockbox firmware, such as {@code sim:rockbox-2026}. */
  ROCKBOX,
  /**
   * A profile: a device and its stack, such as {@code sim:ipod-video-80g/of}, or a class of them.
   */
  PROFILE,
  /** A name that no device has. */
  UNKNOWN;

  private static final String REFERENCE_NAME = "reference";
  private static final Set<SimulatedKey> ONLY_REFERENCE =
      EnumSet.of(
          SimulatedKey.DEVICE,
          SimulatedKey.SHORT_DATA,
          SimulatedKey.OUT_EXCESS,
          SimulatedKey.WRITE_CACHE,
          SimulatedKey.POWER_ON_ATTENTION,
          SimulatedKey.VID,
          SimulatedKey.PID,
          SimulatedKey.SERIAL,
          SimulatedKey.DEVIATION,
          SimulatedKey.FAKE,
          SimulatedKey.VOLATILE_CACHE,
          SimulatedKey.ERASE_BLOCK,
          SimulatedKey.BAD_BLOCKS,
          SimulatedKey.BIT_ROT,
          SimulatedKey.DEAD_AFTER_WRITES,
          SimulatedKey.FAULT,
          SimulatedKey.FAULTS);

  /** The kind that a name stands for. */
  public static SimulatedKind of(String name) {
    if (name.equals(REFERENCE_NAME)) {
      return REFERENCE;
    }
    if (RockboxRevision.all().stream().anyMatch(each -> each.name().equals(name))) {
      return ROCKBOX;
    }
    return name.contains("/") || Profiles.has(name) ? PROFILE : UNKNOWN;
  }

  /** The keys that mean something to a device of this kind; every key where it is not known. */
  public List<SimulatedKey> keys() {
    return Stream.of(SimulatedKey.values()).filter(this::takes).toList();
  }

  /** Whether a key means something to a device of this kind. */
  public boolean takes(SimulatedKey key) {
    return switch (this) {
      case REFERENCE, UNKNOWN -> true;
      case ROCKBOX -> !ONLY_REFERENCE.contains(key);
      case PROFILE -> key == SimulatedKey.IMAGE || key == SimulatedKey.SEED;
    };
  }

  /** Rejects a name that no device has, and lists those that there are. */
  public static NotationException noDevice(String name) {
    var names =
        Stream.concat(
                Stream.of(REFERENCE_NAME),
                RockboxRevision.all().stream().map(RockboxRevision::name))
            .toList();
    return new NotationException(
        "there is no device 'sim:"
            + name
            + "'"
            + Spelling.hint(name, names)
            + " (devices: "
            + names.stream().map(each -> "sim:" + each).collect(Collectors.joining(", "))
            + ")");
  }
}
