package dev.umsim.bench.target;

import dev.umsim.bench.target.TargetNotation.Simulated;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.time.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The conformant device, on a bus that takes the time that the USB specification gives it. */
final class ReferenceTarget implements Target {
  private final ReferenceSettings settings;
  private final List<TargetUnit> units;
  private final ReferenceDevice device;

  private ReferenceTarget(ReferenceSettings settings, List<TargetUnit> units) {
    this.settings = settings;
    this.units = units;
    var builder =
        ReferenceDevice.builder()
            .dualSpeed(settings.highestSpeed() == Speed.HIGH)
            .choices(settings.shortData(), settings.excessData())
            .writeCache(settings.writeCache())
            .powerOnAttention(settings.powerOnAttention())
            .identity(settings.identity())
            .inquiryData(settings.inquiryData());
    units.forEach(unit -> builder.medium(unit.medium()));
    device = builder.build();
  }

  static ReferenceTarget open(Simulated notation, Writes writes) throws IOException {
    var settings = ReferenceSettings.of(notation);
    var units = new ArrayList<TargetUnit>();
    try {
      for (var image : settings.images()) {
        units.add(TargetUnit.open(image, settings.blockSize(), writes));
      }
    } catch (IOException | RuntimeException refusal) {
      try {
        closeAll(units);
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
    if (units.isEmpty()) {
      units.add(TargetUnit.inMemory(settings.fill(), settings.blockSize(), settings.blockCount()));
    }
    return new ReferenceTarget(settings, List.copyOf(units));
  }

  @Override
  public Set<Speed> speeds() {
    return EnumSet.range(Speed.FULL, settings.highestSpeed());
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return device.attach(new TimedBus(new Timeline()), highestSpeed);
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return lun < units.size() ? Optional.of(units.get(lun).medium()) : Optional.empty();
  }

  @Override
  public List<Path> images() {
    return settings.images().stream().map(ImageSetting::path).toList();
  }

  @Override
  public Optional<IOException> lastFailure() {
    return units.stream().flatMap(unit -> unit.lastFailure().stream()).findFirst();
  }

  @Override
  public void close() throws IOException {
    closeAll(units);
  }

  private static void closeAll(List<TargetUnit> units) throws IOException {
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
