package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.unit.MediumBay;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.time.Delay;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The conformant device for hosts outside: no time passes but what passes for them. */
final class ServedReference implements ServedTarget {
  private final ReferenceSettings settings;
  private final List<ServedUnit> units = new ArrayList<>();
  private final ReferenceDevice device;
  private final Supplier<Bus> buses;
  private Consumer<String> reports = report -> {};

  /**
   * Takes the units over, and closes them in the end.
   *
   * @param builders makes a device without a unit, which reports to whom it is given and has the
   *     clock that it is given
   */
  ServedReference(
      List<TargetUnit> units,
      ReferenceSettings settings,
      BiFunction<Consumer<String>, Delay, ReferenceDevice.Builder> builders,
      EventLoop loop,
      Supplier<Bus> buses) {
    this.buses = buses;
    this.settings = settings;
    var builder =
        builders.apply(
            report -> reports.accept(report),
            (nanos, action) -> loop.schedule(action, nanos, TimeUnit.NANOSECONDS));
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
    return device.attach(buses.get(), settings.highestSpeed());
  }

  @Override
  public List<ServedUnit> units() {
    return List.copyOf(units);
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
