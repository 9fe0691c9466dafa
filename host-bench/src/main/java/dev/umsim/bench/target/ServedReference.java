package dev.umsim.bench.target;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import java.io.IOException;
import java.util.List;

/** The conformant device for hosts outside: no time passes but what passes for them. */
final class ServedReference implements ServedTarget {
  private final List<ServedUnit> units;
  private final ReferenceDevice device;
  private final Speed highestSpeed;

  /**
   * Takes the units over, and closes them in the end.
   *
   * @param builder a device that has no unit yet
   */
  ServedReference(List<ServedUnit> units, ReferenceDevice.Builder builder, Speed highestSpeed) {
    this.units = units;
    this.highestSpeed = highestSpeed;
    units.forEach(unit -> unit.kind().add(builder, unit.slot()));
    device = builder.build();
  }

  @Override
  public UsbLink plug() {
    return device.attach(new ZeroTimeBus(), highestSpeed);
  }

  @Override
  public List<ServedUnit> units() {
    return units;
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (var unit : units) {
      try {
        unit.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
