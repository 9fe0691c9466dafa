package dev.umsim.sim.exchange;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the lines that begin with {@code !} say about a device, and about single drives of it. */
public final class DeviceLines {
  private final Map<DeviceKey, String> values = new EnumMap<>(DeviceKey.class);
  private final Map<Integer, Map<DeviceKey, String>> drives = new TreeMap<>();

  /** Sets what is said about the device; false if that was said before. */
  public boolean put(DeviceKey key, String value) {
    return values.putIfAbsent(key, value) == null;
  }

  /** Sets what is said about a drive; false if that was said before. */
  public boolean put(int drive, DeviceKey key, String value) {
    return drives
            .computeIfAbsent(drive, each -> new EnumMap<>(DeviceKey.class))
            .putIfAbsent(key, value)
        == null;
  }

  /** What is said about the device. */
  public Optional<String> value(DeviceKey key) {
    return Optional.ofNullable(values.get(key));
  }

  /** What is said about a drive, or else about all of them. */
  public Optional<String> value(int drive, DeviceKey key) {
    var own = drives.getOrDefault(drive, Map.of()).get(key);
    return own != null ? Optional.of(own) : value(key);
  }

  /** How many drives there are. */
  public int driveCount() {
    return value(DeviceKey.DRIVES).map(Integer::parseInt).orElse(1);
  }

  /** Whether nothing is said. */
  public boolean isEmpty() {
    return values.isEmpty() && drives.isEmpty();
  }

  /** The lines without their {@code !}. */
  List<String> texts() {
    var texts = new ArrayList<String>();
    values.forEach((key, value) -> texts.add(key + " " + value));
    drives.forEach(
        (drive, own) ->
            own.forEach((key, value) -> texts.add("drive " + drive + " " + key + " " + value)));
    return texts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeviceLines that
        && values.equals(that.values)
        && drives.equals(that.drives);
  }

  @Override
  public int hashCode() {
    return 31 * values.hashCode() + drives.hashCode();
  }

  @Override
  public String toString() {
    return String.join("; ", texts());
  }
}
