package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.HostException;
import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.Resources;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The exchanges that were observed with the real driver, byte for byte, with and without time. */
class RockboxExchangeTest {
  private static final ExchangeFile OBSERVED = Resources.file("rockbox.txt");
  private static final String HEAD =
      String.join(
          "\n",
          "! stack rockbox-2026",
          "! storage ata-fixed",
          "! drives 1",
          "! vendor TOSHIBA",
          "! product MK8010GAH",
          "! revision 1.0",
          "! block-size 512",
          "! blocks 131072",
          "! fill lba-be64",
          "! ata-identify linear-0x1000",
          "! speed high",
          "! max-packet 512",
          "! read-buffer 2x65536",
          "! write-buffer 2x24576",
          "! sector-numbers 32",
          "! clock present");

  @Test
  void withoutTime() throws HostException {
    play(ZeroTimeBus::new, Turnaround.NONE);
  }

  @Test
  void withTime() throws HostException {
    var timeline = new Timeline();
    play(() -> new TimedBus(timeline), new TimelineTurnaround(timeline, 890_000));
  }

  private static void play(Supplier<Bus> buses, Turnaround turnaround) throws HostException {
    assertThat(Resources.text("rockbox.txt")).contains(HEAD);
    var observed = new ObservedPlayer(buses, turnaround);
    try (var player =
        new ExchangePlayer(
            observed.reconnect(), OptionalInt.empty(), Optional.of(observed), 1_000_000)) {
      for (var each : OBSERVED.cases()) {
        var result = player.play(each);
        assertThat(result.agrees()).as("%s: %s", each.name(), result).isTrue();
      }
    } finally {
      observed.device.close();
    }
    assertThat(OBSERVED.cases()).hasSize(39);
  }

  /** The player that was observed, as the head of the file describes it. */
  private static final class ObservedPlayer implements DeviceControls, DeviceEvents {
    private final Supplier<Bus> buses;
    private final RockboxDevice device;
    private final List<String> events = new ArrayList<>();

    ObservedPlayer(Supplier<Bus> buses, Turnaround turnaround) {
      this.buses = buses;
      var builder =
          RockboxDevice.builder(RockboxRevision.named("rockbox-2026"))
              .turnaround(turnaround)
              .events(this);
      builder
          .everyDrive()
          .storage(StorageKind.ATA_FIXED)
          .vendor("TOSHIBA")
          .product("MK8010GAH")
          .revision("1.0")
          .blockSize(512)
          .blocks(131_072)
          .fill(Fill.BLOCK_NUMBERS)
          .ataIdentify(AtaIdentify.linear(0x1000));
      device = builder.build();
    }

    private UsbLink link;

    @Override
    public UsbLink reconnect() {
      if (link != null) {
        link.close();
      }
      link = device.attach(buses.get(), Speed.HIGH);
      return link;
    }

    @Override
    public boolean failBlock(boolean reads, boolean writes, long block) {
      device.failNothing();
      if (block >= 0) {
        device.failReads(block);
        device.failWrites(block);
      }
      return true;
    }

    @Override
    public boolean eject(OptionalInt drive) {
      return false;
    }

    @Override
    public boolean insert(OptionalInt drive) {
      return false;
    }

    @Override
    public void clockSet(int year, int month, int day, int hour, int minute, int second) {
      events.add(
          String.format(
              "set_time %04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second));
    }

    @Override
    public void undefinedBehaviour(String what) {
      events.add("undefined " + what);
    }

    @Override
    public List<String> takeEvents() {
      var taken = List.copyOf(events);
      events.clear();
      return taken;
    }
  }
}
