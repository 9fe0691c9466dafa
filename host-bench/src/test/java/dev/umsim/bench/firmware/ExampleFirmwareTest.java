package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.cli.Ums;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The example firmware, under sanitizers, as a device of this program. */
@Timeout(120)
class ExampleFirmwareTest {
  private static final String EXCHANGES =
      ExampleFirmware.SOURCES.resolve("exchanges.txt").toString();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"full", "high"})
  void itIsReadAndWritten(String speed) {
    var run =
        run(
            speed,
            "bench",
            "exec:" + ExampleFirmware.example(),
            "--size",
            "256k",
            "--bs",
            "512",
            "--bs",
            "120k",
            "--verify",
            "--unguarded");
    run.expectGood();
    assertThat(run.out().lines().filter(line -> line.startsWith(speed)))
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).endsWith("  verified"));
  }

  /** Writing is allowed without being asked for, and what was there is put back. */
  @Test
  void whatIsWrittenIsPutBack() {
    var journal = folder.resolve("journal").toString();
    var run =
        run(
            "high",
            "bench",
            "exec:" + ExampleFirmware.example(),
            "--op",
            "write",
            "--size",
            "64k",
            "--bs",
            "4k",
            "--journal",
            journal);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).startsWith("ums: note: what was there before is kept in " + journal);
    assertThat(folder).isEmptyDirectory();
  }

  /** All that can be sent to a device that a server of USB/IP has configured. */
  @ParameterizedTest
  @ValueSource(strings = {"full", "high"})
  void itPassesEveryCheck(String speed) {
    var run = run(speed, "check", "exec:" + ExampleFirmware.example());
    run.expectGood();
    assertThat(run.out()).contains(" 0 fail, 0 warn, ");
    assertThat(run.out().lines().filter(line -> line.startsWith("not-run")))
        .allSatisfy(
            line ->
                assertThat(line)
                    .endsWith("(it needs a way to the device that leaves it unconfigured)"));
  }

  @Test
  void aFaultFailsItsCheck() {
    var run = run("high", "check", "exec:" + ExampleFirmware.faulty("residue-zero"));
    assertThat(run.out()).contains("FAIL case-4-residue\n").contains("BOT 1.0, 6.7.2 (4)");
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "high"})
  void itAnswersAsItsExchangesSay(String speed) {
    var run =
        run(
            speed,
            "replay",
            EXCHANGES,
            "exec:" + ExampleFirmware.example(),
            "--all",
            "--unguarded",
            "--nak-timeout",
            "10000");
    run.expectGood();
    assertThat(run.out()).contains("34 cases: 34 agree, 0 differ\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          any-cbw            | a CBW of 30 bytes is not valid: only Reset Recovery helps
          wedge-freed        | a CBW of 30 bytes is not valid: only Reset Recovery helps
          csw-tag            | READ CAPACITY tells the last block
          csw-early          | case 4: data is expected, and there is none
          csw-missing        | an unknown operation code
          residue-zero       | case 5: two blocks are expected, and one is read
          phase-error-good   | case 13: one block is sent, and two are written
          halt-after-data    | a block that cannot be written
          reset-clears-halt  | Bulk-Only Reset keeps the halts
          block-size-taken   | case 11: two blocks are sent, and one is taken
          last-chunk-lost    | blocks are where they were written
          allocation-ignored | INQUIRY sends what was asked for
          evpd-ignored       | vital product data
          sense-kept         | an unknown operation code
          sense-missing      | a block that cannot be read
          unknown-good       | an unknown operation code
          capacity-count     | READ CAPACITY tells the last block
          halt-toggle        | CLEAR_FEATURE restarts the data toggle of a pipe that is not halted
          configured-once    | SET_CONFIGURATION begins anew
          empty-packet       | a string of 64 bytes, and the host asks for more
          interface-anywhere | Get Max LUN is for interface 0 and one byte
          serial-short       | the serial number has twelve digits
          """)
  void aFaultIsFound(String fault, String name) {
    var run =
        run(
            "high",
            "replay",
            EXCHANGES,
            "exec:" + ExampleFirmware.faulty(fault),
            "--case",
            name,
            "--unguarded");
    assertThat(run.out()).startsWith("DIFFERS  " + name);
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dies-abort    | was ended by signal 6 (SIGABRT)
          dies-exit     | ended with status 0
          dies-segv     | runtime error: store to null pointer
          dies-overflow | ERROR: AddressSanitizer: heap-buffer-overflow
          range-wraps   | ERROR: AddressSanitizer:
          """)
  void aDeathIsTold(String fault, String how) {
    var program = ExampleFirmware.faulty(fault);
    expectDeath(run("high", "replay", EXCHANGES, "exec:" + program, "--unguarded"), program, how);
  }

  @Test
  void aSignalIsTold() {
    var program = ExampleFirmware.unsanitized("faulty-dies-segv");
    var how = "was ended by signal 11 (SIGSEGV)";
    expectDeath(run("high", "replay", EXCHANGES, "exec:" + program, "--unguarded"), program, how);
    expectDeath(
        run("high", "bench", "exec:" + program, "--op", "read", "--size", "64k"), program, how);
  }

  private static void expectDeath(Ums run, Path program, String how) {
    assertThat(run.err()).contains("the device has gone: " + program + " ").contains(how);
    assertThat(run.status()).isEqualTo(3);
  }

  private static Ums run(String speed, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    if (speed.equals("full")) {
      all.addAll(List.of("--", "--full-speed"));
    }
    return Ums.run(all.toArray(String[]::new));
  }
}
