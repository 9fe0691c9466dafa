package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.check.TargetDevice;
import dev.umsim.bench.device.Connection;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Suite;
import dev.umsim.sim.check.SuiteOptions;
import dev.umsim.sim.check.SuiteReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every fault that the example firmware can be built with, found by the check of its clause. */
@Timeout(120)
class FirmwareFaultsTest {
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  /** What a fault breaks, and the check that is about that. */
  private record Row(String fault, String check, String clause) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("any-cbw", "wrapper-of-32-bytes", "BOT 1.0, 6.2.1"),
          new Row("wedge-freed", "wrapper-halt-held", "BOT 1.0, 6.6.1"),
          new Row("csw-tag", "status-tag", "BOT 1.0, 5.2"),
          new Row("csw-early", "case-4-status-behind-data", "BOT 1.0, 6.7.2 (4)"),
          new Row("csw-missing", "unknown-command", "BOT 1.0, 5.3.3"),
          new Row("residue-zero", "case-5-residue", "BOT 1.0, 6.7.2 (5)"),
          new Row("phase-error-good", "case-13-status", "BOT 1.0, 6.7.3 (13)"),
          new Row("halt-after-data", "write-error-last", "BOT 1.0, 6.7.3"),
          new Row("reset-clears-halt", "reset-keeps-toggles", "BOT 1.0, 3.1"),
          new Row("block-size-taken", "case-11-next-block", "BOT 1.0, 6.7.3 (11)"),
          new Row("last-chunk-lost", "long-write", "SBC-3, 5.33"),
          new Row("allocation-ignored", "inquiry-cut", "SPC-4, 4.2.5.6"),
          new Row("evpd-ignored", "inquiry-evpd-heeded", "SPC-4, 6.4.1"),
          new Row("sense-kept", "sense-told-once", "SPC-4, 6.39"),
          new Row("sense-missing", "sense-of-failure", "SPC-4, 4.5.1"),
          new Row("unknown-good", "unknown-command", "SPC-4, 4.3"),
          new Row("capacity-count", "capacity-last-block", "SBC-3, 5.15.2"),
          new Row("range-wraps", "read-at-largest-address", "SBC-3, 5.11"),
          new Row("halt-toggle", "clear-halt-in-toggle", "USB 2.0, 9.4.5"),
          new Row("configured-once", "set-configuration-toggle", "USB 2.0, 9.1.1.5"),
          new Row("interface-anywhere", "get-max-lun-wrong-interface", "BOT 1.0, 3.2"),
          new Row("serial-short", "serial-number-length", "BOT 1.0, 4.1.1"),
          new Row("empty-packet", "string-of-whole-packets", "USB 2.0, 5.5.3"),
          new Row("dies-segv", "blocks-are-apart", "BOT 1.0, 5.3 and 6.7"),
          new Row("dies-abort", "blocks-are-apart", "BOT 1.0, 5.3 and 6.7"),
          new Row("dies-overflow", "blocks-are-apart", "BOT 1.0, 5.3 and 6.7"),
          new Row("dies-exit", "blocks-are-apart", "BOT 1.0, 5.3 and 6.7"));

  private static Stream<Arguments> rows() {
    return ROWS.stream().map(row -> Arguments.of(row.fault(), row.check(), row.clause()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void aFaultFailsTheCheckOfItsClause(String fault, String check, String clause)
      throws IOException, DeviceGoneException {
    var result = only(run(ExampleFirmware.faulty(fault), Set.of(check)), check);
    assertThat(result.outcome()).as("%s", result.findings()).isEqualTo(Outcome.FAIL);
    assertThat(clauses(result)).anyMatch(each -> each.contains(clause));
  }

  /** The clause of a check, and those of what was found before it could be judged. */
  private static Stream<String> clauses(CheckResult result) {
    return Stream.concat(
        Stream.of(result.check().clause()),
        result.findings().stream().map(finding -> finding.clause()));
  }

  /** A check that finds a fault passes where there is none. */
  @Test
  void withoutAFaultTheSameChecksPass() throws IOException, DeviceGoneException {
    var checks = Set.copyOf(ROWS.stream().map(Row::check).toList().stream().distinct().toList());
    var report = run(ExampleFirmware.example(), checks);
    assertThat(report.results()).hasSameSizeAs(checks);
    assertThat(report.results())
        .allSatisfy(
            result ->
                assertThat(result.outcome())
                    .as("%s: %s", result.check().id(), result.findings())
                    .isEqualTo(Outcome.PASS));
  }

  @Test
  void noFaultIsLeftOut() {
    assertThat(ROWS.stream().map(Row::fault)).containsExactlyInAnyOrderElementsOf(faults());
  }

  private static List<String> faults() {
    return ExampleFirmware.faults();
  }

  /** One failed check each, by what the program died of, and the next ones go on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dies-abort: was ended by signal 6 (SIGABRT)",
        "dies-exit: ended with status 0",
        "dies-segv: ended with status 1 (it said: disk.c:",
        "dies-overflow: ended with status 1 (it said: ERROR: AddressSanitizer: heap-buffer-overflow"
      })
  void aDeathIsOneFailedCheck(String row) throws IOException, DeviceGoneException {
    var words = row.split(": ", 2);
    expectOneDeath(ExampleFirmware.faulty(words[0]), words[1]);
  }

  @Test
  void aSignalIsOneFailedCheck() throws IOException, DeviceGoneException {
    expectOneDeath(
        ExampleFirmware.unsanitized("faulty-dies-segv"), "was ended by signal 11 (SIGSEGV)");
  }

  private static void expectOneDeath(Path program, String how)
      throws IOException, DeviceGoneException {
    var report = run(program, Set.of("unit-ready", "blocks-are-apart", "capacity-last-block"));
    assertThat(report.incomplete()).isFalse();
    assertThat(report.count(Outcome.FAIL)).isOne();
    assertThat(report.count(Outcome.PASS)).isEqualTo(report.results().size() - 1L);
    var result = only(report, "blocks-are-apart");
    assertThat(result.detail()).startsWith(program + " " + how).doesNotContain("0x", "==");
    assertThat(result.findings()).hasSize(1);
    // A baseline knows it again, from wherever the program is started.
    assertThat(result.findings().get(0).seen())
        .isEqualTo("its program " + how.split(" \\(it said")[0]);
  }

  private static CheckResult only(SuiteReport report, String check) {
    return report.results().stream()
        .filter(result -> result.check().id().equals(check))
        .findFirst()
        .orElseThrow();
  }

  private static SuiteReport run(Path program, Set<String> checks)
      throws IOException, DeviceGoneException {
    var notation = TargetNotation.parse("exec:" + program);
    var options =
        new SuiteOptions(
            check -> checks.contains(check.id()),
            1,
            true,
            SuiteOptions.Isolation.RESET,
            PATIENCE_NANOS,
            PATIENCE_NANOS,
            OptionalLong.empty());
    try (var device =
        new TargetDevice(() -> Targets.open(notation, Connection.USUAL), true, true, false)) {
      return Suite.run(device, options, result -> {});
    }
  }
}
