package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangeCase;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.HexBytes;
import dev.umsim.sim.exchange.HostLine;
import dev.umsim.sim.exchange.RecordedCases;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExchangeRecorderTest {
  private static final String TARGET = "sim:reference?blocks=2048&fill=lba-be64";

  private interface Session {
    void run(UsbLink link) throws Exception;
  }

  private static ExchangeFile record(Session session) throws Exception {
    var text = new StringBuilder();
    try (var target = Targets.open(TargetNotation.parse(TARGET), Writes.TO_OVERLAY)) {
      var cases = new RecordedCases(text, "a test");
      try (var link = cases.record(target.attach(Speed.HIGH))) {
        session.run(link);
      }
    }
    return ExchangeFile.parse(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void replays(ExchangeFile file) throws IOException, Exception {
    var results = Played.play(file, TARGET);
    results.forEach(
        result ->
            result
                .difference()
                .ifPresent(each -> assertThat(DifferenceReport.lines(each)).isEmpty()));
    assertThat(results).isNotEmpty().allMatch(CaseResult::agrees);
  }

  @Test
  void aSessionIsRecordedAndAgrees() throws Exception {
    var file =
        record(
            link -> {
              var device = Enumeration.enumerate(link, OptionalInt.empty());
              var disk = Disk.open(new BulkOnlyHost(link, device), 0);
              var data = Unpooled.buffer(4096);
              disk.read(5, 8, data, 0);
              disk.write(7, 1, data, 0, false);
              disk.write(8, 8, Unpooled.wrappedBuffer(new byte[4096]), 0, false);
              disk.read(5, 8, data, 0);
              disk.synchronizeCache();
            });
    assertThat(file.cases()).hasSize(1);
    var lines = file.cases().get(0).exchanges();
    assertThat(lines.get(0).host()).isEqualTo(new HostLine.Reconnect());
    assertThat(lines.get(1).host().text()).isEqualTo("control a1fe000000000100");
    assertThat(lines).anyMatch(each -> each.host().equals(new HostLine.Fill(4096, 0)));
    assertThat(lines).anyMatch(each -> each.answer().text().startsWith("data 4096 crc32:"));
    replays(file);
  }

  @Test
  void stallsRecoveriesAndTimeoutsAreRecordedAndAgree() throws Exception {
    var file =
        record(
            link -> {
              var device = Enumeration.enumerate(link, OptionalInt.empty());
              var host = new BulkOnlyHost(link, device);
              try {
                host.execute(
                    0,
                    Cdb.of(0x28, 0, 0, 1, 0, 0, 0, 0, 1, 0),
                    Direction.IN,
                    Unpooled.buffer(512),
                    0,
                    512);
              } catch (CommandFailedException expected) {
                assertThat(expected.senseData().sense().code()).isEqualTo(0x21);
              }
              var unanswered =
                  new BulkTransfer(device.place().bulkIn(), ended -> {})
                      .of(Unpooled.buffer(13), 0, 13);
              link.submit(unanswered);
              link.runUntil(() -> false, 1_000_000);
              link.cancel(unanswered);
              link.runUntil(() -> !unanswered.submitted(), 1_000_000);
              host.resetRecovery();
              link.resetPort();
              Enumeration.configureAgain(link, device);
              host.execute(0, Cdb.of(0, 0, 0, 0, 0, 0));
            });
    assertThat(file.cases())
        .extracting(ExchangeCase::name)
        .containsExactly("connection 1", "connection 2");
    var texts =
        file.cases().get(0).exchanges().stream()
            .map(each -> each.host().text() + " / " + each.answer().text());
    assertThat(texts)
        .contains(
            "in 512 / stall 0",
            "clear-halt in / ok",
            "in 13 / nak 0",
            "control 21ff000000000000 / data 0");
    replays(file);
  }

  @Test
  void transfersThatOverlapStandInTheOrderOfTheirEnds() throws Exception {
    var file =
        record(
            link -> {
              var device = Enumeration.configure(link, OptionalInt.empty());
              var status =
                  new BulkTransfer(device.place().bulkIn(), ended -> {})
                      .of(Unpooled.buffer(13), 0, 13);
              var wrapper =
                  HexBytes.parse("55534243010000000000000000000600000000000000000000000000000000");
              var command =
                  new BulkTransfer(device.place().bulkOut(), ended -> {})
                      .of(Unpooled.wrappedBuffer(wrapper.bytes()), 0, 31);
              link.submit(status);
              link.submit(command);
              link.runUntil(() -> !status.submitted() && !command.submitted(), 1_000_000_000);
            });
    assertThat(
            file.cases().get(0).exchanges().stream()
                .map(each -> each.host().text().substring(0, 3)))
        .containsExactly("rec", "out", "in ");
    replays(file);
  }
}
