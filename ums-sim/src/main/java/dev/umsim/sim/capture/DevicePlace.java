package dev.umsim.sim.capture;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a device is in a capture.
 *
 * @param bus the bus, 0 where the capture knows one only
 * @param address the device's address, 0 to 127
 */
public record DevicePlace(int bus, int address) implements Comparable<DevicePlace> {
  private static final Pattern NOTATION = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})");

  /** Reads {@code BUS.ADDRESS}; nothing if it is none. */
  public static Optional<DevicePlace> parse(String text) {
    Matcher matcher = NOTATION.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new DevicePlace(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(DevicePlace other) {
    return bus != other.bus
        ? Integer.compare(bus, other.bus)
        : Integer.compare(address, other.address);
  }

  @Override
  public String toString() {
    return bus + "." + address;
  }
}
