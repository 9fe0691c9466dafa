package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchCommandTest {
  @TempDir Path folder;

  private static final String TABLE =
      """
      sim:reference, host ideal, seed 1

      speed  operation  block size    bytes  simulated time    MB/s  commands  of bus limit  data
      full   read              512  131,072      0.120461 s   1.088       256        89.5 %  verified
      full   read             120k  131,072      0.107871 s   1.215         2        99.9 %  verified
      full   write             512  131,072      0.120507 s   1.088       257        89.4 %  verified
      full   write            120k  131,072      0.107918 s   1.215         3        99.9 %  verified
      high   read              512  131,072      0.003201 s  40.949       256        76.9 %  verified
      high   read             120k  131,072      0.002477 s  52.912         2        99.4 %  verified
      high   write             512  131,072      0.003203 s  40.916       257        76.8 %  verified
      high   write            120k  131,072      0.002480 s  52.858         3        99.3 %  verified
      """;

  private static JsonNode json(String... arguments) {
    return JsonMapper.shared().readTree(Ums.run(arguments).expectGood().out());
  }

  private Path image(int bytes) throws IOException {
    var content = new byte[bytes];
    new Random(1).nextBytes(content);
    return Files.write(folder.resolve("disk.img"), content);
  }

  @Test
  void measuresBothSpeedsAndOperations() {
    var run = Ums.run("bench", "--size", "128k", "--bs", "512,120k").expectGood();
    assertThat(run.out()).isEqualTo(TABLE);
  }

  @Test
  void usesFourSizesOfCommands() {
    var run = Ums.run("bench", "--size", "128k", "--speed", "high", "--op", "read").expectGood();
    assertThat(run.out().lines().skip(3).map(line -> line.substring(15, 29).strip()))
        .containsExactly("512", "4k", "32k", "120k");
  }

  @Test
  void isDeterministic() {
    var arguments = new String[] {"bench", "--size", "64k", "--json", "-", "--seed", "7"};
    var first = Ums.run(arguments).expectGood().out();
    assertThat(Ums.run(arguments).expectGood().out()).isEqualTo(first);
    assertThat(first).contains("\"seed\" : 7");
  }

  @Test
  void takesAtMostWhatThereIs() {
    var rows = json("bench", "sim:reference?size=1M", "--bs", "64k", "--seek", "960k", "--json=-");
    for (var row : rows.get("rows")) {
      assertThat(row.get("bytes").asInt()).isEqualTo(65_536);
      assertThat(row.get("verified").asBoolean()).isTrue();
      assertThat(row.get("target").asString()).isEqualTo("sim:reference?size=1M");
    }
    assertThat(rows.get("rows").size()).isEqualTo(4);
  }

  @Test
  void copiesFromTheUnitThatIsAskedFor() throws IOException {
    var image = image(8192);
    var target = "sim:reference?image=" + image + ",ro&image=" + image + ",ro";
    var rows = json("bench", target, "--lun=1", "--bs=1k", "--json=-", "--speed=full").get("rows");
    assertThat(rows.size()).isEqualTo(1);
    assertThat(rows.get(0).get("operation").asString()).isEqualTo("read");
    assertThat(rows.get(0).get("commands").asInt()).isEqualTo(8);
  }

  @Test
  void aFullSpeedDeviceIsMeasuredAtFullSpeed() {
    var rows = json("bench", "sim:reference?speed=full", "--size=8k", "--bs=4k", "--json=-");
    for (var row : rows.get("rows")) {
      assertThat(row.get("speed").asString()).isEqualTo("full");
    }
  }

  @Test
  void repeatsWhatItIsTold() {
    var run = Ums.run("bench", "--size=8k", "--bs=4k", "--speed=full", "--repeat=3").expectGood();
    assertThat(run.out().lines().filter(line -> line.startsWith("full   read"))).hasSize(3);
    assertThat(run.out()).doesNotContain("median");
  }

  @Test
  void leavesTheImageAloneUnlessItIsToldOtherwise() throws IOException {
    var image = image(128 << 10);
    var before = Files.readAllBytes(image);
    Ums.run("bench", image.toString(), "--bs=4k").expectGood();
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    Ums.run("bench", image + ",overlay", "--bs=4k", "--in-place").expectGood();
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    Ums.run("bench", image.toString(), "--bs=4k", "--op=read", "--in-place").expectGood();
    assertThat(Files.readAllBytes(image)).isEqualTo(before);

    Ums.run("bench", image.toString(), "--in-place", "--bs=4k", "--seek=4k", "--size=8k")
        .expectGood();
    var after = Files.readAllBytes(image);
    assertThat(after).startsWith(Arrays.copyOf(before, 4096));
    assertThat(after).endsWith(Arrays.copyOfRange(before, 12_288, before.length));
    assertThat(Arrays.mismatch(before, 4096, 8192, after, 4096, 8192)).isZero();
  }

  /** The trace of a copy of one block, without its times. */
  private static String commands(String... options) {
    var arguments =
        Stream.concat(
            Stream.of("bench", "--size=4k", "--bs=4k", "--op=write", "--speed=high", "--trace=-"),
            Stream.of(options));
    return Ums.run(arguments.toArray(String[]::new))
        .expectGood()
        .out()
        .replaceAll("(?m)^ *\\d+\\.\\d{9}  ", "");
  }

  @Test
  void sendsWhatItIsTold() {
    assertThat(commands())
        .isEqualTo(
            """
            # high write 4k
            lun 0   INQUIRY                                 in 36 bytes               passed
            lun 0   TEST UNIT READY                         no data                   passed
            lun 0   READ CAPACITY (10)                      in 8 bytes                passed
            lun 0   WRITE (10) block 0, 8 blocks            out 4096 bytes            passed
            lun 0   SYNCHRONIZE CACHE (10)                  no data                   passed
            lun 0   READ (10) block 0, 8 blocks             in 4096 bytes             passed
            """);
    assertThat(commands("--no-verify")).doesNotContain("READ (10)").contains("SYNCHRONIZE");
    assertThat(commands("--no-sync")).contains("READ (10)").doesNotContain("SYNCHRONIZE");
  }

  @Test
  void writesFiles() throws IOException {
    var json = folder.resolve("a.json");
    var csv = folder.resolve("a.csv");
    var trace = folder.resolve("a.trace");
    var run =
        Ums.run(
            "bench",
            "--size=8k",
            "--bs=4k",
            "--json",
            "" + json,
            "--csv",
            "" + csv,
            "--trace",
            "" + trace);
    assertThat(run.expectGood().out()).startsWith("sim:reference, host ideal, seed 1");
    var report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("rows").size()).isEqualTo(4);
    assertThat(report.get("command").get(0).asString()).isEqualTo("bench");
    assertThat(report.get("command").size()).isEqualTo(9);
    assertThat(report.get("version").isNull()).isTrue();
    assertThat(Files.readString(csv).lines()).hasSize(5);
    assertThat(Files.readString(trace).lines().filter(line -> line.startsWith("# "))).hasSize(4);
    assertThat(folder.toFile().list()).hasSize(3);
  }

  @Test
  void tellsItsVersionAndHelp() {
    assertThat(Ums.run("--version").expectGood().out()).startsWith("ums ");
    assertThat(Ums.run("help").expectGood().out()).contains("bench", "Exit status:");
    assertThat(Ums.run("help", "bench").expectGood().out()).contains("--in-place", "--trace=FILE");
    assertThat(Ums.run("bench", "--help").expectGood().out()).doesNotContain("--pace");
  }
}
