package dev.umsim.bench.target;

import static dev.umsim.bench.target.TargetNotation.Simulated.REFERENCE;

import dev.umsim.core.rockbox.RockboxRevision;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The devices that a {@code sim:} target may name, and the settings of each. */
final class SimulatedDevices {
  private SimulatedDevices() {}

  private static List<String> names() {
    return Stream.concat(
            Stream.of(REFERENCE.name()), RockboxRevision.all().stream().map(RockboxRevision::name))
        .toList();
  }

  /** A refusal that lists all that there are. */
  static NotationException unknown(String name) {
    return new NotationException(
        "there is no device 'sim:"
            + name
            + "'"
            + Spelling.hint(name, names())
            + " (devices: "
            + names().stream().map(each -> "sim:" + each).collect(Collectors.joining(", "))
            + ")");
  }

  /** The keys that mean something to a device of this name, or to any if there is none. */
  static List<SimulatedKey> keys(String name) {
    if (ProfileTarget.isNamed(name)) {
      return ProfileTarget.KEYS;
    }
    return Stream.of(SimulatedKey.values())
        .filter(key -> !RockboxTarget.isNamed(name) || RockboxSettingValues.takes(key))
        .toList();
  }
}
