package dev.umsim.sim.exchange;

/**
 * Something that a device reports beside the bus: a line that begins with {@code =}.
 *
 * @param name letters, digits, underscores and hyphens
 * @param text what it says about it, empty if nothing
 */
public record DeviceEvent(String name, String text) {
  /** Takes an event apart at its first space. */
  static DeviceEvent of(String line) {
    int space = line.indexOf(' ');
    return space < 0
        ? new DeviceEvent(line, "")
        : new DeviceEvent(line.substring(0, space), line.substring(space + 1).strip());
  }

  @Override
  public String toString() {
    return text.isEmpty() ? name : name + " " + text;
  }
}
