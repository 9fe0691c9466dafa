package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host did in a capture, done to a device, and written as an exchange file. */
class CaptureReplayTest {
  private static final String DEVICE = "sim:reference?size=1M";

  @TempDir private Path folder;
  private String capture;

  @BeforeEach
  void capture() {
    capture = folder.resolve("wire.pcapng").toString();
    Ums.run("bench", DEVICE, "--size", "64k", "--bs", "4k", "--speed", "high", "--capture", capture)
        .expectGood();
  }

  @Test
  void theSameDeviceDoesTheSameInTheSameTime() {
    var told = Ums.run("replay", capture, DEVICE).expectGood().out();
    long agreeing = told.lines().filter(line -> line.startsWith("agrees")).count();
    assertThat(agreeing).isGreaterThan(32);
    var total = told.lines().reduce((first, second) -> second).orElseThrow();
    assertThat(total).startsWith(agreeing + " agree, 0 differ; the commands that agree took ");
    var times = total.replaceAll(".* took | here|ms", "").split("in the capture and");
    assertThat(Double.parseDouble(times[1].strip()) / Double.parseDouble(times[0].strip()))
        .isBetween(0.99, 1.01);
  }

  @Test
  void anotherDeviceDiffersWhereItIsAnother() {
    var first = Ums.run("replay", capture, "sim:reference?size=2M");
    assertThat(first.status()).isEqualTo(1);
    assertThat(first.out())
        .contains("DIFFERS  5 READ CAPACITY (10), 8 bytes")
        .contains("data 8 000007ff00000200")
        .contains("4 agree, 1 differs, the rest not played (--all plays it);");
    var all = Ums.run("replay", capture, "sim:reference?size=2M", "--all");
    assertThat(all.out().lines().filter(line -> line.startsWith("DIFFERS")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("READ CAPACITY (10)"));
  }

  @Test
  void theExchangeFileOfACaptureAgreesAsWell() throws IOException {
    var file = folder.resolve("wire.exchange").toString();
    Ums.run("record", "--from", capture, file).expectGood();
    assertThat(Files.readString(Path.of(file)))
        .startsWith("# ums record --from " + capture)
        .contains("# 1 connection\n> reconnect\n< ok\n");
    assertThat(Ums.run("replay", file, DEVICE).expectGood().out()).contains(" agree, 0 differ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replay CAPTURE | CAPTURE is a capture; say to which device it is to be done, such as"
            + " sim:reference",
        "replay CAPTURE sim:reference --case x | CAPTURE is a capture and has no cases; leave"
            + " --case out",
        "replay FILE sim:reference --device 1.1 | FILE is no capture; leave --device out",
        "record --from CAPTURE | with --from there is a FILE to write or a device (-o), and neither"
            + " target nor command",
        "record --from CAPTURE CAPTURE | FILE CAPTURE would overwrite the capture; choose another"
            + " file",
        "record FILE sim:reference | ums record needs FILE TARGET -- COMMAND, or --from CAPTURE"
            + " FILE; see: ums help record",
      })
  void whatMakesNoSenseIsRefused(String line) throws IOException {
    var file = Files.writeString(folder.resolve("x.exchange"), "\n# a case\n> in 13\n< data 0\n");
    var parts = line.replace("CAPTURE would", capture + " would").split(" \\| ");
    for (int i = 0; i < 2; i++) {
      parts[i] =
          parts[i]
              .replace("from CAPTURE FILE;", "from CAPTURE_ FILE_;")
              .replace("CAPTURE_", "\0")
              .replace("CAPTURE", capture)
              .replace("\0", "CAPTURE");
    }
    parts[0] = parts[0].replace("FILE", file.toString());
    parts[1] = parts[1].replaceFirst("^FILE is", file + " is").replace("FILE_", "FILE");
    Ums.run(parts[0].split(" ")).expectLine(2, parts[1]);
  }
}
