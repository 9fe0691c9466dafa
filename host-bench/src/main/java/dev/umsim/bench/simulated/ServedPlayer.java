package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.unit.MediumBay;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.RockboxDevice;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A player with the Rockbox firmware for hosts outside: no time passes but what passes for them.
 *
 * <p>It is one player however often it is plugged in, and its driver keeps its memory.
 */
final class ServedPlayer implements ServedTarget {
  private final RockboxSettingValues settings;
  private final List<ServedUnit> units = new ArrayList<>();
  private final RockboxDevice player;
  private final Supplier<Bus> buses;
  private Consumer<String> reports = report -> {};

  /**
   * Takes the units over, and closes them in the end.
   *
   * @param drives a drive each, in their order
   */
  ServedPlayer(
      RockboxSettingValues settings, List<TargetUnit> drives, EventLoop loop, Supplier<Bus> buses) {
    this.buses = buses;
    this.settings = settings;
    var builder =
        RockboxDevice.builder(settings.revision())
            .drives(drives.size())
            .events(new PlayerReports(report -> reports.accept(report)));
    settings.describe(builder);
    for (var drive : drives) {
      int index = units.size();
      units.add(
          new ServedUnit(
              loop, drive, settings.blockSize(), medium -> bay(builder, drive, index, medium)));
    }
    player = builder.build();
  }

  private MediumBay bay(RockboxDevice.Builder builder, TargetUnit unit, int index, Medium medium) {
    var drive = builder.drive(index).medium(medium);
    if (unit.kind() == TargetUnit.Kind.REMOVABLE_DISK) {
      drive.storage(StorageKind.ATA_REMOVABLE);
    }
    return new DriveBay(index, medium);
  }

  @Override
  public UsbLink plug() {
    return player.attach(buses.get(), settings.highestSpeed());
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
    try {
      ServedUnit.closeAll(units);
    } finally {
      player.close();
    }
  }

  /** One drive of the player. */
  private final class DriveBay implements MediumBay {
    private final int drive;
    private Medium last;

    DriveBay(int drive, Medium medium) {
      this.drive = drive;
      last = medium;
    }

    @Override
    public boolean isLoaded() {
      return player.hasMedium(drive) && !player.isEjected(drive);
    }

    @Override
    public boolean isHidden() {
      return player.hasMedium(drive) && player.isEjected(drive);
    }

    @Override
    public boolean remove() {
      boolean present = player.hasMedium(drive);
      if (present) {
        player.eject(drive);
      }
      return present;
    }

    @Override
    public boolean isOpenToOthers() {
      return !player.isChangeHidden(drive);
    }

    @Override
    public void insert(Medium medium) {
      if (medium == last) {
        player.insert(drive);
      } else {
        player.insert(drive, medium);
        last = medium;
      }
    }
  }
}
