package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ums bench} with profiles and workloads. */
class ProfileBenchTest {
  private static final String SANSA = "--profile=sansa-e280/of";

  @TempDir Path folder;

  private static JsonNode rows(String... arguments) {
    var out = Ums.run(arguments).expectGood().out();
    return JsonMapper.shared().readTree(out).get("rows");
  }

  private static BigDecimal seconds(JsonNode row) {
    return row.get("seconds").decimalValue();
  }

  /** What the page "USB Stack Performance" of Rockbox prints; the profiles are fitted to it. */
  @ParameterizedTest
  @CsvSource({
    "ipod-video-80g/of, high, 2.10249",
    "ipod-video-80g/rockbox-20080222-hs, high, 7.13356",
    "sansa-e280/rockbox-20080220, full, 31.8638",
    "sansa-e280/of, high, 6.49272"
  })
  void aReadTakesAsLongAsWasMeasured(String profile, String speed, double measured) {
    var row =
        rows("bench", "--profile", profile, "--workload=dd-read", "--bs=32k", "--json=-").get(0);
    assertThat(seconds(row).doubleValue()).isCloseTo(measured, within(measured * 0.02));
    assertThat(row.get("target").asString()).isEqualTo("sim:" + profile);
    assertThat(row.get("host").asString()).isEqualTo("linux-2.6.24");
    assertThat(row.get("workload").asString()).isEqualTo("dd-read");
    assertThat(row.get("operation").asString()).isEqualTo("read");
    assertThat(row.get("speed").asString()).isEqualTo(speed);
    assertThat(row.get("blockSize").asInt()).isEqualTo(32_768);
    assertThat(row.get("bytes").asInt()).isEqualTo(32_768_000);
    assertThat(row.get("timeBase").asString()).isEqualTo("simulated");
    assertThat(row.get("verified").asBoolean()).isTrue();
    assertThat(row.get("explained").isNull()).isTrue();
    // 19 packets of 64 bytes in a millisecond, 13 of 512 in an eighth of one.
    double limit = speed.equals("full") ? 19 * 64 * 1000 : 13 * 512 * 8000;
    assertThat(row.get("busShare").asDouble())
        .isCloseTo(32_768_000 / seconds(row).doubleValue() / limit, within(1e-6));
  }

  @Test
  void blocksOfAnySizeAreCopied() {
    var rows =
        rows(
            "bench",
            SANSA,
            "--workload=dd-write,fat-sync",
            "--bs=1,777,100k",
            "--size=3000",
            "--json=-");
    assertThat(rows.size()).isEqualTo(6);
    for (var row : rows) {
      assertThat(row.get("bytes").asInt()).isEqualTo(3000);
      assertThat(row.get("verified").asBoolean()).isTrue();
    }
    // Each write() waits for its blocks, so that small ones take longer.
    assertThat(seconds(rows.get(3))).isGreaterThan(seconds(rows.get(4)));
    assertThat(seconds(rows.get(4))).isGreaterThan(seconds(rows.get(5)));
  }

  @Test
  void withoutVerificationNothingIsSaidOfTheData() {
    var row =
        rows("bench", SANSA, "--workload=dd-read", "--size=64k", "--no-verify", "--json=-").get(0);
    assertThat(row.get("verified").isNull()).isTrue();
  }

  @Test
  void seekIsInBytes() {
    var table =
        Ums.run("bench", SANSA, "--workload=dd-read", "--bs=4k", "--size=64k", "--seek=40k")
            .expectGood()
            .out();
    assertThat(table)
        .startsWith("sim:sansa-e280/of, host linux-2.6.24, seed 1\n")
        .containsPattern("(?m)^high   dd-read  .* 65,536 .* verified$");
  }

  @Test
  void whereTheTimeWentAddsUp() {
    for (var profile : new String[] {"sansa-e280/of", "ipod-video-80g/rockbox-2010"}) {
      var rows =
          rows(
              "bench",
              "--profile",
              profile,
              "--workload=dd-read,dd-write,fat-sync",
              "--bs=5k",
              "--size=100000",
              "--explain",
              "--json=-");
      for (var row : rows) {
        var explained = row.get("explained");
        assertThat(explained.propertyNames())
            .containsExactly(
                "hostProcessor", "hostLatency", "bus", "firmware", "medium", "port", "nothing");
        var sum =
            explained.values().stream()
                .map(JsonNode::decimalValue)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(sum).isEqualByComparingTo(seconds(row));
        assertThat(explained.get("bus").asDouble()).isPositive();
        assertThat(explained.get("nothing").asDouble()).isZero();
      }
    }
  }

  @Test
  void whereTheTimeWentStandsUnderTheRow() {
    var lines =
        Ums.run("bench", SANSA, "--workload=dd-write", "--bs=32k", "--size=32k", "--explain")
            .expectGood()
            .out()
            .lines()
            .toList();
    assertThat(lines.get(3)).startsWith("high   dd-write         32k");
    assertThat(lines.subList(4, lines.size() - 3))
        .allMatch(line -> line.matches("         [a-z ]{14}  +[0-9]+\\.[0-9]{9} s +[0-9.]+ %"));
    var sum =
        lines.subList(4, lines.size() - 3).stream()
            .map(line -> new BigDecimal(line.substring(23, 43).replace("s", "").strip()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    var whole = lines.get(lines.size() - 3);
    assertThat(whole).contains("the whole", sum + " s", "100.00 %");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "Where several go on at once, as the bus and a medium that reads ahead, time belongs to"
                + " the one that is named first.");
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    var arguments =
        new String[] {
          "bench",
          "sim:ipod-video-80g/rockbox-20080220",
          "--workload=dd-write,fat-sync",
          "--size=64k",
          "--explain",
          "--json=-",
          "--seed=5"
        };
    var first = Ums.run(arguments).expectGood().out();
    assertThat(Ums.run(arguments).expectGood().out()).isEqualTo(first);
    arguments[arguments.length - 1] = "--seed=6";
    var other = Ums.run(arguments).expectGood().out();
    assertThat(other.lines().filter(line -> line.contains("\"seconds\"")))
        .isNotEqualTo(first.lines().filter(line -> line.contains("\"seconds\"")))
        .doesNotContainAnyElementsOf(
            first.lines().filter(line -> line.contains("\"seconds\"")).toList());
  }

  @Test
  void repetitionsHaveSeedsOfTheirOwn() {
    var run =
        Ums.run("bench", SANSA, "--workload=dd-write", "--bs=4k", "--size=64k", "--repeat=3")
            .expectGood();
    assertThat(run.out().lines().filter(line -> line.startsWith("high   dd-write"))).hasSize(3);
    assertThat(run.out()).contains("high dd-write 4k: median ");
  }

  /** The medium and the firmware take time, the host and the bus as little as can be. */
  @Test
  void theIdealHostCopiesFromAProfile() {
    var rows = rows("bench", "sim:sansa-e280/of", "--bs=32k", "--size=1M", "--json=-");
    assertThat(rows.size()).isEqualTo(2);
    for (var row : rows) {
      assertThat(row.get("target").asString()).isEqualTo("sim:sansa-e280/of");
      assertThat(row.get("host").asString()).isEqualTo("ideal");
      assertThat(row.get("workload").asString()).isEqualTo("sequential");
      assertThat(row.get("speed").asString()).isEqualTo("high");
      assertThat(row.get("verified").asBoolean()).isTrue();
      // 5.22364 MB/s come off the flash.
      assertThat(row.get("bytesPerSecond").asDouble()).isBetween(4.0e6, 5.22364e6);
    }
  }

  @Test
  void theSeedOfATargetGoesBeforeThatOfTheCommand() {
    var target = "sim:sansa-e280/of?seed=9";
    var one = rows("bench", target, "--op=read", "--bs=4k", "--size=64k", "--json=-");
    var other = rows("bench", target, "--op=read", "--bs=4k", "--size=64k", "--json=-", "--seed=2");
    var command =
        rows(
            "bench",
            "sim:sansa-e280/of",
            "--op=read",
            "--bs=4k",
            "--size=64k",
            "--json=-",
            "--seed=9");
    assertThat(seconds(other.get(0))).isEqualTo(seconds(one.get(0)));
    assertThat(seconds(command.get(0))).isEqualTo(seconds(one.get(0)));
  }

  @Test
  void anImageCanLieBehindAProfile() throws IOException {
    var image = Files.write(folder.resolve("a.img"), new byte[64 << 10]);
    var before = Files.readAllBytes(image);
    var rows = rows("bench", "sim:ipod-video-80g/of?image=" + image, "--bs=8k", "--json=-");
    assertThat(rows.get(0).get("bytes").asInt()).isEqualTo(64 << 10);
    assertThat(rows.get(1).get("verified").asBoolean()).isTrue();
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    Files.write(image, new byte[3 << 10]);
    Ums.run("bench", "sim:ipod-video-80g/of?image=" + image)
        .expectLine(
            1,
            image
                + " has 3072 bytes, 1024 more than a multiple of the block size of 2048; choose"
                + " a smaller block size, or use a copy with 4096 bytes, if it is an image at all");
  }

  @Test
  void aFileIsAProfile() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("fast.toml"), "extends = \"sansa-e280/of\"\nmedium.rate-mb-s = 1\n");
    var row =
        rows("bench", "--profile=" + file, "--workload=dd-read", "--size=1MB", "--json=-").get(0);
    assertThat(row.get("target").asString()).isEqualTo(file.toString());
    assertThat(seconds(row).doubleValue()).isBetween(1.0, 1.2);
    var copied =
        rows("bench", "--profile=" + file, "--op=read", "--bs=4k", "--size=40k", "--json=-").get(0);
    assertThat(copied.get("target").asString()).isEqualTo(file.toString());
    assertThat(copied.get("bytesPerSecond").asDouble()).isLessThan(1e6);
  }

  @Test
  void whatWasRecordedOfAProfileIsPlayedByIt() {
    var file = folder.resolve("a.txt").toString();
    for (var target : new String[] {"sim:sansa-e280/of", "sim:ipod-video-80g/rockbox-2010"}) {
      Ums.run("record", file, target, "--", "bench", "--bs=4k", "--size=8k", "--no-sync")
          .expectGood();
      assertThat(Ums.run("replay", file).expectGood().out()).contains(" 0 differ");
      var run = Ums.run("replay", file, target);
      assertThat(run.status()).isZero();
      assertThat(run.err())
          .isEqualTo(
              "ums: note: the device lines (!) of "
                  + file
                  + " are ignored: they describe a simulated device that is no profile"
                  + System.lineSeparator());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--workload copy | Invalid value for option '--workload': 'copy' is not one of"
            + " dd-read, dd-write, fat-sync, dd-file, dd-file-sync,"
            + " direct-read, direct-write, random-read, random-write, hdparm-t, hdparm-t-direct; see: ums help bench",
        "--workload dd-read | --workload on a target that is no profile needs a host; add --host"
            + " linux-6.1, for example",
        "sim:reference --workload dd-read | --workload on a target that is no profile needs a host;"
            + " add --host linux-6.1, for example",
        "--profile sansa-e280/of --host linux-6.1/ohci | there is no controller 'ohci'; there are"
            + " pc-2008, uhci, ehci, xhci, musb-am335x, omap4-ehci, no-usb",
        "--profile sansa-e280/of --host ideal --workload dd-read | the host ideal runs no programs;"
            + " leave --host out, or --workload",
        "--profile sansa-e280/of --explain | --explain is for workloads on a profile; add --workload"
            + " dd-read, for example",
        "--profile sansa-e280/of --workload dd-read --op read | --op is for copies and not for"
            + " workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --trace - | --trace is for copies and not for"
            + " workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --in-place | --in-place is for copies and not"
            + " for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --allow-writes | --allow-writes is for copies"
            + " and not for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --unguarded | --unguarded is for copies"
            + " and not for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --yes | --yes is for copies"
            + " and not for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --journal j | --journal is for copies"
            + " and not for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read --interface 1 | --interface is for copies"
            + " and not for workloads; leave it out, or --workload",
        "--profile sansa-e280/of --workload dd-read, | Invalid value for option '--workload': ''"
            + " is not one of dd-read, dd-write, fat-sync, dd-file, dd-file-sync,"
            + " direct-read, direct-write, random-read, random-write, hdparm-t, hdparm-t-direct; see: ums help bench",
        "sim:sansa-e280/of more --workload dd-read | 'more' is left over: a command has one"
            + " target, and only those of exec: are given arguments",
        "--profile my.toml -- a more | --profile my.toml and a are two targets; leave one out",
        "--profile sansa-e280/of --workload fat-sync --size 5G | fat-sync of 5368709120 bytes is"
            + " more than a file on this volume can have, which is 4294967295; choose less",
        "--profile sansa-e280/of --workload dd-read --bs 0 | --bs is 1 byte to 64M, not 0; choose"
            + " another",
        "--profile sansa-e280/of --workload dd-read --bs 8G | --bs is 1 byte to 64M, not 8G; choose"
            + " another",
        "--profile sansa-e280/of --workload dd-read --size 0 | --size is at least 1 byte, not 0",
        "--profile sansa-e280/of --workload dd-read --repeat 0 | --repeat is at least 1, not 0",
        "--profile sansa-e280/of --workload dd-read --bs 4k --seek 6k | --seek 6144 is no multiple"
            + " of --bs 4k; dd skips whole blocks",
        "--profile sansa-e280/of --workload fat-sync --seek 32k | fat-sync writes a file from its"
            + " beginning; leave --seek out",
        "--profile sansa-e280/of --workload dd-read --bs 4k --size 9G | dd-read of 9663676416 bytes"
            + " behind 0 blocks of 4k ends behind the device, which has 8000043008 bytes; choose"
            + " less",
        "--profile sansa-e280/of --speed full | sansa-e280/of does high speed only; leave --speed"
            + " out, or for full speed choose sansa-e280/rockbox-20080220",
        "--profile ipod-video-80g/rockbox-20080220 --speed both | ipod-video-80g/rockbox-20080220"
            + " does full speed only; leave --speed out, or for high speed choose"
            + " ipod-video-80g/edm or ipod-video-80g/of or ipod-video-80g/rockbox-20080222-hs or"
            + " ipod-video-80g/rockbox-2010",
        "--profile sansa-e280/of --workload dd-read --speed full | sansa-e280/of does high speed"
            + " only; leave --speed out, or for full speed choose sansa-e280/rockbox-20080220",
        "sim:sansa-e280/of?size=1M | a profile has no key 'size', only image and seed; leave it out",
        "sim:sansa-e280/of?seed=x | seed: 'x' is not a whole number",
        "sim:sansa-e280/of?seed=1 --workload dd-read | a workload begins with an empty medium and"
            + " the seed of --seed; leave 'seed' out of the target",
        "sim:sansa-e280/of?image=a&image=b | a profile has one unit; name one image",
        "sim:sansa-e280/of?image=a,cdrom | a profile is a fixed disk; leave ',removable' and"
            + " ',cdrom' out",
        "sim:sansa-e280/of --bs 256 | --bs 256 is no multiple of the unit's block size; choose a"
            + " multiple of 512",
        "sim:sansa-e280/of --profile sansa-e280/of | --profile sansa-e280/of and sim:sansa-e280/of"
            + " are two targets; leave one out",
      })
  void isRefusedWithOneLine(String arguments, String line) {
    Ums.run(("bench " + arguments).split(" ")).expectLine(2, line);
  }

  @Test
  void profilesAreServedInTheirOwnTimeAndWorkloadsNotRecorded() {
    Ums.run("serve", "sim:sansa-e280/of", "--usbip=0")
        .expectLine(
            2,
            "a profile is served in its own time; add --pace model, or serve sim:reference or"
                + " sim:rockbox-2026");
    Ums.run("serve", "sim:sansa-e280/of", "--usbip=0", "--pace=slow")
        .expectLine(2, "--pace is none or model, not 'slow'; leave it out for none");
    var file = folder.resolve("a.txt").toString();
    Ums.run("record", file, "sim:sansa-e280/of", "--", "bench", "--workload=dd-read")
        .expectLine(2, "a workload is not recorded; leave --workload out");
  }

  @Test
  void anyHostRunsItsProgramsOnAnyTarget() {
    for (var target : List.of("sim:reference?size=4M", "sim:rockbox-2026?size=4M")) {
      for (var host : List.of("linux-2.6.24", "linux-6.1", "windows-10/ehci", "linux-6.1/uhci")) {
        var result =
            Ums.run("bench", target, "--host=" + host, "--bs=32k", "--size=256k").expectGood();
        assertThat(result.out()).contains("host " + host, "dd-read", "dd-write", "verified");
        assertThat(result.out().contains("\nhigh ")).isEqualTo(!host.endsWith("uhci"));
      }
    }
  }

  @Test
  void aProfileIsPutToAnotherHost() {
    var own = rate("--workload=direct-read");
    // At the boundaries of microframes, three of them a command.
    assertThat(rate("--workload=direct-read", "--host=linux-6.1/ehci")).isLessThan(own * 0.9);
    assertThat(rate("--workload=direct-read", "--host=linux-6.1/uhci")).isLessThan(1.3);
  }

  private static double rate(String... options) {
    var words = new ArrayList<>(List.of("bench", "sim:usb-stick-2020", "--bs=4k", "--size=400k"));
    words.addAll(List.of(options));
    words.add("--csv=-");
    var lines = Ums.run(words.toArray(String[]::new)).expectGood().out().lines().toList();
    var names = List.of(lines.get(0).split(","));
    var values = lines.get(1).split(",");
    return Double.parseDouble(values[names.indexOf("bytesPerSecond")]) / 1e6;
  }
}
