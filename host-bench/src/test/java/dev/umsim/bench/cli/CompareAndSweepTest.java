package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ums compare} and {@code ums sweep}. */
class CompareAndSweepTest {
  private static final String OF = "ipod-video-80g/of";
  private static final String ROCKBOX = "ipod-video-80g/rockbox-2010";

  @TempDir Path folder;

  private static JsonNode rows(String... arguments) {
    return JsonMapper.shared().readTree(Ums.run(arguments).expectGood().out()).get("rows");
  }

  private static double seconds(JsonNode row) {
    return row.get("seconds").asDouble();
  }

  @Test
  void theSixWorkloadsOfThePageAreCompared() {
    var rows = rows("compare", OF, ROCKBOX, "--json=-");
    assertThat(rows.size()).isEqualTo(12);
    var workloads =
        new String[] {
          "dd-read 32768 32768000",
          "dd-write 1 2048000",
          "dd-write 512 2048000",
          "dd-write 32768 2048000",
          "fat-sync 512 2048000",
          "fat-sync 32768 2048000"
        };
    for (int index = 0; index < 12; index++) {
      var row = rows.get(index);
      assertThat(
              row.get("workload").asString()
                  + " "
                  + row.get("blockSize").asInt()
                  + " "
                  + row.get("bytes").asInt())
          .isEqualTo(workloads[index / 2]);
      assertThat(row.get("target").asString()).isEqualTo("sim:" + (index % 2 == 0 ? OF : ROCKBOX));
      double first = seconds(rows.get(index / 2 * 2));
      assertThat(row.get("timeRatio").asDouble()).isCloseTo(seconds(row) / first, within(1e-6));
    }
  }

  @Test
  void whatIsComparedIsWhatIsMeasuredAlone() {
    var compared =
        rows("compare", OF, ROCKBOX, "--workload=dd-write", "--bs=4k", "--size=40k", "--json=-");
    var alone =
        rows(
            "bench",
            "--profile=" + ROCKBOX,
            "--workload=dd-write",
            "--bs=4k",
            "--size=40k",
            "--json=-");
    assertThat(compared.size()).isEqualTo(2);
    assertThat(compared.get(1).get("seconds")).isEqualTo(alone.get(0).get("seconds"));
    assertThat(compared.get(1).get("commands")).isEqualTo(alone.get(0).get("commands"));
  }

  @Test
  void standsSideBySide() {
    var arguments =
        new String[] {
          "compare", OF, ROCKBOX, OF, "--workload=dd-write,fat-sync", "--bs=4k", "--size=40k"
        };
    var out = Ums.run(arguments).expectGood().out();
    assertThat(out)
        .startsWith(
            "host linux-2.6.24, seed 1\n\nA  sim:"
                + OF
                + "\nB  sim:"
                + ROCKBOX
                + "\nC  sim:"
                + OF
                + "\n\n");
    var lines = out.lines().skip(6).toList();
    assertThat(lines.get(0))
        .matches(
            "workload  block size   bytes +A: time +MB/s +B: time +MB/s  time B/A +C: time +MB/s "
                + " time C/A");
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).startsWith("dd-write          4k  40,960  ").endsWith("  1.000");
    assertThat(lines.get(2)).startsWith("fat-sync          4k  40,960  ").endsWith("  1.000");
    assertThat(Ums.run(arguments).expectGood().out()).isEqualTo(out);
  }

  @Test
  void aSweepMarksTheFastest() {
    var arguments =
        new String[] {
          "sweep", ROCKBOX, "--set=stack.write-buffer=8k..64k", "--workload=dd-write", "--size=128k"
        };
    var out = Ums.run(arguments).expectGood().out();
    var lines = out.lines().toList();
    assertThat(lines.get(0))
        .isEqualTo(
            "sim:"
                + ROCKBOX
                + ", host linux-2.6.24, dd-write, block size 32k, 131,072 bytes, seed 1");
    assertThat(lines.get(2)).isEqualTo("stack.write-buffer-bytes  simulated time   MB/s");
    assertThat(lines.subList(3, lines.size()))
        .extracting(line -> line.substring(0, 24).strip())
        .containsExactly("8k", "16k", "32k", "64k");
    var fastest =
        lines.subList(3, lines.size()).stream()
            .min((one, other) -> one.substring(24, 40).compareTo(other.substring(24, 40)))
            .orElseThrow();
    assertThat(lines.stream().filter(line -> line.endsWith("best"))).containsExactly(fastest);
    assertThat(Ums.run(arguments).expectGood().out()).isEqualTo(out);
  }

  @Test
  void aPointOfASweepIsAProfileWithThatValue() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("my.toml"),
            "extends = \"" + ROCKBOX + "\"\nstack.write-buffer-bytes = 16384\n");
    var alone =
        rows("bench", "--profile=" + file, "--workload=dd-write", "--bs=32k", "--json=-").get(0);
    var swept =
        rows(
                "sweep",
                ROCKBOX,
                "--set=stack.write-buffer-bytes=16k",
                "--workload=dd-write",
                "--json=-")
            .get(0);
    assertThat(swept.get("seconds")).isEqualTo(alone.get("seconds"));
    assertThat(swept.get("set").get("stack.write-buffer-bytes").asInt()).isEqualTo(16_384);
    assertThat(swept.get("best").asBoolean()).isTrue();
  }

  /** A flash of twice the rate takes half as long, but for what is not the flash or read ahead. */
  @Test
  void theRateOfTheMediumMatters() {
    var rows =
        rows(
            "sweep",
            "sansa-e280/of",
            "--set=medium.rate=0.25..1:x2",
            "--workload=dd-read",
            "--size=5MB",
            "--json=-");
    assertThat(rows.size()).isEqualTo(3);
    for (int index = 0; index < 3; index++) {
      double flash = 5_000_000 / (250_000.0 * (1 << index));
      assertThat(seconds(rows.get(index))).isBetween(flash, flash * 1.15);
      assertThat(rows.get(index).get("best").asBoolean()).isEqualTo(index == 2);
    }
  }

  @Test
  void twoKeysAreAGrid() {
    var arguments =
        new String[] {
          "sweep",
          ROCKBOX,
          "--set=stack.write-buffer=8k,24k",
          "--set=stack.turnaround=0..900:450",
          "--workload=dd-write",
          "--size=64k",
          "--seconds"
        };
    var lines = Ums.run(arguments).expectGood().out().lines().toList();
    assertThat(lines.get(2))
        .isEqualTo(
            "seconds; stack.write-buffer-bytes down, stack.turnaround-us across; * is the fastest");
    assertThat(lines.get(4)).matches(" +0 +450 +900");
    assertThat(lines.get(5)).matches(" 8k +[0-9.]+ +[0-9.]+ +[0-9.]+");
    assertThat(lines.get(6)).matches("24k +[0-9.]+\\* +[0-9.]+ +[0-9.]+");
    assertThat(lines).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--set stack.write-buffer=100 | --set: stack.write-buffer-bytes is a multiple of 512 from"
            + " 512 to 1048576, not 100",
        "--set stack.read-buffer=4608 | --set: stack.read-buffer-bytes is whole blocks of 2048"
            + " bytes, not 4608 bytes",
        "--set stack.write-buffer=4608 | --set: stack.write-buffer-bytes is whole blocks of 2048"
            + " bytes, not 4608 bytes",
        "--set stack.command-latency=5 | --set: stack.command-latency-us says nothing where"
            + " stack.firmware is \"rockbox-2010\"; leave it out",
        "--set port.write-cache=on,maybe | --set: port.write-cache is \"on\" or \"off\", not maybe",
        "--set volume.fat-blocks=40M | --set: the FAT partition ends at block 42007300, and the"
            + " device has 39063024; make volume.fat-blocks smaller",
        "--set stack.turnaround=1 --set stack.turnaround-us=2 | --set stack.turnaround-us is given"
            + " twice; give all its values at once",
        "--set stack.turnaround=1 --set stack.write-buffer=8k --set medium.rate=1 | --set is given"
            + " once or twice, not 3 times",
        "--set stack.turnaround=1..40:1 --set medium.rate=1..40:1 | these are 1600 runs, and at"
            + " most 1000 are done; take larger steps",
        "--set turnaround=1 | there is no key 'turnaround', such as stack.write-buffer; see: ums"
            + " profile keys",
      })
  void aSweepThatCannotBeIsRefused(String set, String line) {
    var arguments = "sweep " + ROCKBOX + " --workload dd-write " + set;
    Ums.run(arguments.split(" ")).expectLine(2, line);
  }

  @Test
  void whatIsMissingIsNamed() {
    Ums.run("compare", OF)
        .expectLine(
            2,
            "PROFILE requires at least 2 values, but only 1"
                + " were specified: ["
                + OF
                + "]; see: ums help compare");
    Ums.run("sweep", OF, "--workload=dd-read")
        .expectLine(2, "Missing required option: '--set=KEY=VALUES'; see: ums help sweep");
    Ums.run("sweep", OF, "--set=medium.rate=1")
        .expectLine(2, "Missing required option: '--workload=WORKLOAD'; see: ums help sweep");
  }

  @Test
  void hostsAndBlockSizesAreSweptLikeKeys() {
    var out =
        Ums.run(
                "sweep",
                "mcu-hs-double-buffer",
                "--set=bs=4k,64k",
                "--set=host=linux-6.1,linux-6.1/ehci",
                "--workload=direct-read",
                "--size=256k")
            .expectGood()
            .out();
    assertThat(out).contains("host as below", "block size as below", "bs down, host across");
    assertThat(out).containsPattern("(?m)^64k +[0-9.]+\\* +[0-9.]+ *$");
  }

  @Test
  void changesAreRankedByWhatTheyBring() {
    var out =
        Ums.run("advise", "mcu-fs-one-buffer", "--host=linux-6.1", "--size=64k").expectGood().out();
    assertThat(out.lines().skip(2).findFirst().orElseThrow())
        .contains("linux-6.1 direct-read", "linux-6.1 direct-write");
    assertThat(out.lines().skip(3).findFirst().orElseThrow()).startsWith("a second buffer");
    assertThat(Ums.run("advise", "mcu-fs-one-buffer", "--host=beos").status()).isEqualTo(2);
  }
}
