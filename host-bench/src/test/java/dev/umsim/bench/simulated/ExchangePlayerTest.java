package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.exchange.Answer;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.MalformedExchangeException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExchangePlayerTest {
  private static final String INQUIRY =
      "> out 55534243010000002400000080000612000000240000000000000000000000\n< ack 31\n";
  private static final String READY =
      "> out 55534243090000000000000000000600000000000000000000000000000000\n< ack 31\n";
  private static final String PASSED = "> in 13\n< data 13 55534253090000000000000000\n";

  private static ExchangeFile file(String text) throws MalformedExchangeException {
    return ExchangeFile.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<CaseResult> play(String text) throws Exception {
    return Played.play(file(text), "sim:reference");
  }

  @Test
  void afterADifferenceTheRestOfTheCaseIsLeftAndTheNextIsPlayed() throws Exception {
    // The status of the first case is never fetched: the second finds the device ready all the
    // same.
    var results =
        play(
            "\n# one\n"
                + INQUIRY
                + "> in 36\n< data 36 crc32:00000000\n"
                + PASSED
                + "\n# two\n"
                + READY
                + PASSED);
    var difference = results.get(0).difference().orElseThrow();
    assertThat(difference.expected().line()).isEqualTo(5);
    assertThat(difference.before()).hasSize(1);
    assertThat(difference.observed().answer().text()).startsWith("data 36 000006025b");
    assertThat(results.get(1).agrees()).isTrue();
  }

  @Test
  void whereResetRecoveryDoesNotHelpTheDeviceIsReconnected() throws Exception {
    var text = "\n# broken\n> out 00\n< ack 1\n> in 13\n< nak 0\n\n# next\n" + READY + PASSED;
    var results =
        Played.play(file(text), "sim:reference?deviation=no-command-after-invalid-wrapper");
    assertThat(results.get(0).difference().orElseThrow().observed().answer())
        .isEqualTo(new Answer.Stall(0));
    assertThat(results.get(1).agrees()).isTrue();
  }

  @Test
  void afterADifferenceNoBlockFailsAnyMore() throws Exception {
    var read = "> out 55534243010000000002000080000a28000000012c00000100000000000000\n< ack 31\n";
    var results =
        play(
            "! fill 5a\n\n# bad\n> fail-lba 300\n< ok\n"
                + read
                + "> in 512\n< data 512\n\n# good\n"
                + read
                + "> in 512\n< data 512 *\n");
    assertThat(results.get(0).difference().orElseThrow().observed().answer())
        .isEqualTo(new Answer.Stall(0));
    assertThat(results.get(1).agrees()).isTrue();
  }

  @Test
  void whatCannotBeDoneSkipsTheCase() throws Exception {
    var results =
        play("\n# eject\n> eject\n< ok\n" + READY + PASSED + "\n# next\n" + READY + PASSED);
    assertThat(results.get(0).skipped()).contains("line 3: this target cannot eject");
    assertThat(results.get(1).agrees()).isTrue();
  }

  @Test
  void mediaComeAndGoWhereTheyAreRemovable() throws Exception {
    var failed = "> in 13\n< data 13 55534253090000000000000001\n";
    var results =
        play(
            "! storage ata-removable\n\n# away\n> eject\n< ok\n"
                + READY
                + failed
                + "> insert\n< ok\n"
                + READY
                + failed
                + READY
                + PASSED);
    assertThat(results.get(0).agrees()).isTrue();
  }

  @Test
  void babbleIsSeen() throws Exception {
    var results =
        play(
            "! speed full\n\n# babble\n"
                + INQUIRY
                + "> in 35\n< babble 0\n> in 36\n< data 36\n"
                + "> in 12\n< babble 0\n");
    assertThat(results.get(0).agrees()).isTrue();
  }

  @Test
  void aBusResetConfiguresAgain() throws Exception {
    var results = play("\n# reset\n" + INQUIRY + "> bus-reset\n< ok\n" + READY + PASSED);
    assertThat(results.get(0).agrees()).isTrue();
  }

  @Test
  void eventsAreCompared() throws Exception {
    var clock =
        "\n# clock\n> out 55534243010000000c00000000000a3b01000c000000000c00000000000000\n< ack 31\n"
            + "> out 07d8002d000c223800000000\n%s< ack 12\n";
    var target = "sim:reference?deviation=write-buffer-sets-clock";
    var told = "= set_time 2008-02-15 12:34:56\n";
    assertThat(Played.play(file(String.format(clock, told)), target).get(0).agrees()).isTrue();
    assertThat(Played.play(file(String.format(clock, "")), target).get(0).agrees()).isFalse();
  }

  @Test
  void withoutControlsAndInRealTimeATransferWithoutProgressIsGivenUp() throws Exception {
    var cases =
        file("\n# idle\n> in 13\n< nak 0\n> reconnect\n< ok\n"
                + READY
                + PASSED
                + "\n# no control\n> fail-lba 1\n< ok\n\n# events\n"
                + READY.replace("< ack", "= unseen\n< ack")
                + PASSED)
            .cases();
    try (var target = Targets.open(TargetNotation.parse("sim:reference"), Writes.TO_OVERLAY)) {
      var link = new WallLink(target.attach(Speed.HIGH));
      try (var player =
          new ExchangePlayer(link, OptionalInt.empty(), Optional.empty(), 300_000_000)) {
        assertThat(player.comparesEvents()).isFalse();
        assertThat(player.play(cases.get(0)).agrees()).isTrue();
        assertThat(link.longestWaitNanos()).isEqualTo(300_000_000);
        assertThat(player.play(cases.get(1)).skipped()).isPresent();
        assertThat(player.play(cases.get(2)).agrees()).isTrue();
      }
    }
  }
}
