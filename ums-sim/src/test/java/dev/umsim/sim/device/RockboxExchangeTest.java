package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The exchanges that were observed with the real driver, byte for byte, with and without time. */
class RockboxExchangeTest {
  private static final ExchangeCases OBSERVED = ExchangeCases.read("rockbox.txt");

  @TestFactory
  Stream<DynamicTest> withoutTime() {
    return cases(new RockboxHost(ZeroTimeBus::new), Turnaround.NONE);
  }

  @TestFactory
  Stream<DynamicTest> withTime() {
    var timeline = new Timeline();
    return cases(
        new RockboxHost(() -> new TimedBus(timeline)), new TimelineTurnaround(timeline, 890_000));
  }

  private static Stream<DynamicTest> cases(RockboxHost host, Turnaround turnaround) {
    host.use(observedDevice(host, turnaround));
    return OBSERVED.cases().stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> play(host, each)))
        .onClose(host::close);
  }

  /** What the file says about the device that was observed. */
  private static RockboxDevice observedDevice(RockboxHost host, Turnaround turnaround) {
    assertThat(OBSERVED.deviceLines())
        .isEqualTo(
            List.of(
                "stack rockbox-2026",
                "storage ata-fixed",
                "drives 1",
                "vendor TOSHIBA",
                "product MK8010GAH",
                "revision 1.0",
                "block-size 512",
                "blocks 131072",
                "fill lba-be64",
                "ata-identify linear-0x1000",
                "speed high",
                "max-packet 512",
                "read-buffer 2x65536",
                "write-buffer 2x24576",
                "sector-numbers 32",
                "clock present"));
    var builder =
        RockboxDevice.builder(RockboxRevision.named("rockbox-2026"))
            .turnaround(turnaround)
            .events(host);
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
    return builder.build();
  }

  private static void play(RockboxHost host, ExchangeCases.Case toPlay) {
    host.takeEvents();
    for (var step : toPlay.steps()) {
      var answer = perform(host, step.host());
      assertThat(host.takeEvents()).as(step.host()).isEqualTo(step.events());
      if (step.answer().endsWith(" *")) {
        assertThat(answer).as(step.host()).startsWith(step.answer().replace("*", ""));
      } else {
        assertThat(answer).as(step.host()).isEqualTo(step.answer());
      }
    }
  }

  private static String perform(RockboxHost host, String line) {
    var words = line.split(" ");
    return switch (words[0]) {
      case "reconnect" -> host.reconnect();
      case "control" -> host.control(words[1], words.length > 2 ? words[2] : "");
      case "out" -> host.out(words[1]);
      case "fill" -> host.fill(Integer.parseInt(words[1]), Integer.parseInt(words[2], 16));
      case "in" -> host.in(Integer.parseInt(words[1]));
      case "clear-halt" -> host.clearHalt(words[1].equals("in"));
      case "fail-lba" -> fail(host, Long.parseLong(words[1]));
      default -> throw new IllegalArgumentException(line);
    };
  }

  private static String fail(RockboxHost host, long sector) {
    if (sector < 0) {
      host.device().failNothing();
    } else {
      host.device().failReads(sector);
      host.device().failWrites(sector);
    }
    return "ok";
  }
}
