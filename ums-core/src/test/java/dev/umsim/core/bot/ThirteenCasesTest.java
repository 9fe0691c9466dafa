package dev.umsim.core.bot;

import static dev.umsim.core.testing.ThirteenCaseTrials.cuts;
import static dev.umsim.core.testing.ThirteenCaseTrials.largeCuts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.testing.ThirteenCaseRunner;
import dev.umsim.core.testing.ThirteenCaseTrials;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import java.util.HashSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The thirteen cases with every choice of the device, every cut of the host, at both speeds. */
@Tag("timed")
class ThirteenCasesTest {
  static Stream<Arguments> devices() {
    return Stream.of(ShortData.values())
        .flatMap(
            shortData ->
                Stream.of(ExcessData.values())
                    .flatMap(
                        excessData ->
                            Stream.of(Speed.values())
                                .flatMap(
                                    speed ->
                                        Stream.of("at once", "by packet")
                                            .map(
                                                bus ->
                                                    Arguments.of(
                                                        shortData, excessData, speed, bus)))));
  }

  private static Supplier<Bus> bus(String name) {
    return name.equals("at once") ? ZeroTimeBus::new : PacketBus::new;
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
  @MethodSource("devices")
  void everyCutOfAFewPackets(ShortData shortData, ExcessData excess, Speed speed, String bus) {
    var medium = new ScriptedMedium(512, 64).unreadable(50);
    var setup =
        TestDevice.setup().media(medium).speed(speed).policies(shortData, excess).bus(bus(bus));
    try (var device = setup.configured()) {
      var runner = new ThirteenCaseRunner(device, medium);
      int packetBytes = speed.bulkMaxPacketBytes();
      var seen = new HashSet<String>();
      for (var trial : new ThirteenCaseTrials(shortData, excess).small(packetBytes)) {
        seen.add(trial.caseName());
        for (var cut : cuts(trial.hostBytes(), packetBytes)) {
          runner.oneByOne(trial, cut);
          if (shortData != ShortData.SHORT || trial.expected().data() == trial.hostBytes()) {
            runner.allAtOnce(trial, cut);
          }
        }
      }
      assertThat(seen)
          .contains("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13");
      assertThat(runner.runs()).isGreaterThan(4000);
    }
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
  @MethodSource("devices")
  void largeCommands(ShortData shortData, ExcessData excess, Speed speed, String bus) {
    var medium = new ScriptedMedium(512, 512);
    var setup =
        TestDevice.setup().media(medium).speed(speed).policies(shortData, excess).bus(bus(bus));
    try (var device = setup.configured()) {
      var runner = new ThirteenCaseRunner(device, medium);
      int packetBytes = speed.bulkMaxPacketBytes();
      for (var trial : new ThirteenCaseTrials(shortData, excess).large()) {
        for (var cut : largeCuts(trial.hostBytes(), packetBytes)) {
          runner.oneByOne(trial, cut);
          if (shortData != ShortData.SHORT || trial.expected().data() == trial.hostBytes()) {
            runner.allAtOnce(trial, cut);
          }
        }
      }
    }
  }

  /** Small memory makes a data phase of many chunks; lent memory goes another way. */
  @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
  @MethodSource("devices")
  void largeCommandsInSmallChunks(ShortData shortData, ExcessData excess, Speed speed, String bus) {
    var medium = new ScriptedMedium(512, 512).lending(true);
    var setup =
        TestDevice.setup()
            .media(medium)
            .speed(speed)
            .policies(shortData, excess)
            .bus(bus(bus))
            .accessBytes(4096 + 512);
    try (var device = setup.configured()) {
      var runner = new ThirteenCaseRunner(device, medium);
      int packetBytes = speed.bulkMaxPacketBytes();
      for (var trial : new ThirteenCaseTrials(shortData, excess).large()) {
        for (var cut : largeCuts(trial.hostBytes(), packetBytes)) {
          runner.oneByOne(trial, cut);
        }
      }
    }
  }

  /** The cuts themselves, counted by hand. */
  @Test
  void cutsAreAllCompositions() {
    assertThat(cuts(3 * 64, 64))
        .containsExactlyInAnyOrder(
            new int[] {192}, new int[] {64, 128}, new int[] {128, 64}, new int[] {64, 64, 64});
    assertThat(cuts(100, 64)).containsExactlyInAnyOrder(new int[] {100}, new int[] {64, 36});
    assertThat(cuts(6 * 512, 512)).hasSize(32);
    assertThat(cuts(0, 512)).containsExactly(new int[0]);
  }
}
