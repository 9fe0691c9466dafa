package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.unit.MediumBay;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.fault.Fault;
import dev.umsim.sim.fault.FaultScript;
import dev.umsim.sim.time.Delay;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The conformant device for hosts outside: no time passes but what passes for them. */
final class ServedReference implements ServedTarget {
  private final ReferenceSettings settings;
  private final List<ServedUnit> units = new ArrayList<>();
  private final ReferenceDevice device;
  private final Supplier<Bus> buses;
  private final FaultScript script;
  private Consumer<String> reports = report -> {};
  private SimulatedLink link;

  /** Makes a device without a unit. */
  @FunctionalInterface
  interface Builders {
    ReferenceDevice.Builder make(Consumer<String> reports, Delay delay, Runnable unplug);
  }

  /**
   * Takes the units over, and closes them in the end.
   *
   * @param script the faults that go wrong in it
   */
  ServedReference(
      List<TargetUnit> units,
      ReferenceSettings settings,
      Builders builders,
      FaultScript script,
      EventLoop loop,
      Supplier<Bus> buses) {
    this.buses = buses;
    this.settings = settings;
    this.script = script;
    var builder =
        builders.make(
            report -> reports.accept(report),
            (nanos, action) -> loop.schedule(action, nanos, TimeUnit.NANOSECONDS),
            () -> link.unplug());
    for (var unit : units) {
      this.units.add(
          new ServedUnit(
              loop,
              unit,
              settings.blockSize(),
              medium -> {
                var slot = unit.slot(medium);
                unit.kind().add(builder, slot);
                return MediumBay.of(slot);
              }));
    }
    device = builder.build();
  }

  @Override
  public UsbLink plug() {
    link = device.attach(buses.get(), settings.highestSpeed());
    return link;
  }

  @Override
  public List<ServedUnit> units() {
    return List.copyOf(units);
  }

  @Override
  public void fault(String line) {
    script.add(Fault.parse(line));
  }

  @Override
  public void onReport(Consumer<String> listener) {
    reports = listener;
  }

  @Override
  public void close() throws IOException {
    ServedUnit.closeAll(units);
  }
}
