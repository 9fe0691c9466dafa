package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.DeviceEvents;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.HostController;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.RockboxDevice;
import dev.umsim.sim.serve.PacedBus;
import dev.umsim.sim.time.Timeline;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A player with the Rockbox firmware, whose driver keeps its memory when it is unplugged. */
public final class RockboxTarget implements Target, DeviceControls, DeviceEvents {
  private final RockboxSettingValues settings;
  private final List<TargetUnit> units;
  private final RockboxDevice device;
  private final List<String> events = new ArrayList<>();
  private long badForReading = -1;
  private long badForWriting = -1;
  private UsbLink link;

  private RockboxTarget(
      RockboxSettingValues settings, List<TargetUnit> units, SimulatedExtras extras) {
    this.settings = settings;
    this.units = units;
    var builder = RockboxDevice.builder(settings.revision()).events(this);
    extras.player().accept(builder);
    settings.describe(builder);
    for (int index = 0; index < units.size(); index++) {
      var drive = builder.drive(index).medium(units.get(index).medium());
      switch (units.get(index).kind()) {
        case FIXED_DISK -> {}
        case REMOVABLE_DISK -> drive.storage(StorageKind.ATA_REMOVABLE);
        case CD_ROM ->
            throw new NotationException(
                "a player has no CD-ROM drive; leave ',cdrom' out or use sim:reference");
      }
    }
    if (!units.isEmpty()) {
      builder.drives(units.size());
    }
    device = builder.build();
  }

  public static RockboxTarget open(Simulated notation, Writes writes, SimulatedExtras extras)
      throws IOException {
    var settings = RockboxSettingValues.of(notation, extras);
    var units = new ArrayList<TargetUnit>();
    try {
      for (var image : settings.images()) {
        image.requireNotEmpty();
        units.add(TargetUnit.open(image, settings.blockSize(), writes));
      }
      if (units.isEmpty() && extras == SimulatedExtras.NONE) {
        units.add(settings.driveInMemory());
      }
      return new RockboxTarget(settings, List.copyOf(units), extras);
    } catch (IOException | RuntimeException refusal) {
      try {
        closeAll(units);
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  @Override
  public Set<Speed> speeds() {
    return settings.speeds();
  }

  @Override
  public UsbLink attach(Speed highestSpeed, HostController controller) {
    if (link != null) {
      link.close();
    }
    link = device.attach(TimedBus.of(new Timeline(), controller), highestSpeed);
    return link;
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    if (link != null) {
      link.close();
    }
    link = device.attach(new TimedBus(new Timeline()), highestSpeed);
    return link;
  }

  @Override
  public UsbLink reconnect() {
    return attach(link.speed());
  }

  @Override
  public ServedTarget serve(EventLoop loop) {
    return new ServedPlayer(settings, units, loop, ZeroTimeBus::new);
  }

  @Override
  public ServedTarget servePaced(EventLoop loop) {
    return new ServedPlayer(settings, units, loop, () -> PacedBus.ofSpecification(loop));
  }

  @Override
  public Optional<DeviceControls> controls() {
    return Optional.of(this);
  }

  @Override
  public boolean failBlock(boolean reads, boolean writes, long block) {
    badForReading = reads ? block : badForReading;
    badForWriting = writes ? block : badForWriting;
    device.failNothing();
    if (badForReading >= 0) {
      device.failReads(badForReading);
    }
    if (badForWriting >= 0) {
      device.failWrites(badForWriting);
    }
    return true;
  }

  @Override
  public boolean eject(OptionalInt drive) {
    var index = drive.isPresent() ? drive : device.removableDrive();
    return index.isPresent() && done(() -> device.eject(index.getAsInt()));
  }

  @Override
  public boolean insert(OptionalInt drive) {
    var index = drive.isPresent() ? drive : device.removableDrive();
    return index.isPresent() && done(() -> device.insert(index.getAsInt()));
  }

  private static boolean done(Runnable action) {
    try {
      action.run();
      return true;
    } catch (IllegalArgumentException e) {
      // There is no such drive, or its medium stays where it is.
      return false;
    }
  }

  @Override
  public void clockSet(int year, int month, int day, int hour, int minute, int second) {
    events.add(PlayerReports.time(year, month, day, hour, minute, second));
  }

  @Override
  public List<String> takeEvents() {
    var taken = List.copyOf(events);
    events.clear();
    return taken;
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
    if (link != null) {
      link.close();
    }
    device.close();
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
