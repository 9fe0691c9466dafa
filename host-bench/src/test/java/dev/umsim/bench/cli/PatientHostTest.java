package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Devices that depart from the standards are used as Linux uses them, and what failed is told. */
class PatientHostTest {
  /** What no host can attach or read, Linux 6.1 included, without a flag on its command line. */
  private static final Set<String> UNUSABLE =
      Set.of(
          "status-before-data",
          "status-shares-packet",
          "status-with-tag-zero",
          "status-with-previous-tag",
          "status-with-swapped-tag",
          "status-of-12-bytes",
          "status-of-31-bytes",
          "inquiry-hangs",
          "capacity-little-endian",
          "capacity-with-blocks-of-4096",
          "never-ready",
          "dead-after-commands");

  /** They have a limit, of which no row here goes beyond. */
  private static final String[] SMALL = {"--speed", "high", "--bs", "4k", "--size", "32k"};

  @TempDir private Path folder;

  static Stream<Deviation> usable() {
    return Deviations.ALL.stream().filter(each -> !UNUSABLE.contains(each.id()));
  }

  static Stream<String> unusable() {
    return UNUSABLE.stream().sorted();
  }

  /** With the vendor and product by which Linux knows such a device, where that is the only way. */
  private static String target(Deviation deviation) {
    var known =
        deviation
            .quirk()
            .filter(each -> each.letter().isEmpty() && each.vendorId() != 0)
            .map(each -> String.format("&vid=%04x&pid=%04x", each.vendorId(), each.productId()))
            .orElse("");
    return "sim:reference?blocks=16384&deviation=" + deviation.id() + known;
  }

  private static Ums run(String... words) {
    return Ums.run(words);
  }

  private static Ums bench(String target, String... more) {
    return run(
        Stream.of(List.of("bench", target), Arrays.asList(SMALL), Arrays.asList(more))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("usable")
  void isReadAndWritten(Deviation deviation) {
    var run = bench(target(deviation), "--json", "-");
    assertThat(run.status()).as(run.err()).isZero();
    var report = JsonMapper.shared().readTree(run.out());
    assertThat(report.get("complete").asBoolean()).isTrue();
    assertThat(report.get("rows")).hasSize(2);
    for (var row : report.get("rows")) {
      assertThat(row.get("verified").asBoolean()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void isRefusedAndNeverTakenForGood(String id) {
    // Of a device that dies the rows before its death stand.
    var dies = id.equals("dead-after-commands") ? ":commands=9" : "";
    var run = bench("sim:reference?blocks=16384&deviation=" + id + dies, "--json", "-");
    assertThat(run.status()).isIn(1, 3);
    var report = JsonMapper.shared().readTree(run.out());
    assertThat(report.get("complete").asBoolean()).isFalse();
    assertThat(report.get("error").get("exitStatus").asInt()).isEqualTo(run.status());
    assertThat(report.get("error").get("line").asString()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource({
    "residue-is-length, residue",
    "residue-is-what-moved, residue",
    "residue-all-ones, residue",
    "status-with-command-signature, status-signature",
    "status-without-signature, status-signature",
    "status-with-wrong-tag, status-tag",
    "wrapper-of-32-bytes, wrapper-of-32-bytes",
    "early-data-lost, early-data",
    "empty-packet-before-status, empty-packet-before-status",
    "capacity-one-too-large, capacity-too-large",
    "capacity-with-blocks-of-0, block-size-zero",
    "inquiry-fails, inquiry",
    "inquiry-of-5-bytes, short-reply",
    "inquiry-claims-no-unit, no-such-unit",
    "first-read-fails, first-read",
    "becoming-ready-at-first, slow-to-become-ready",
    "synchronize-cache-unknown, synchronize-cache",
    "synchronize-cache-hangs, synchronize-cache",
    "max-lun-out-of-range, max-lun",
    "max-lun-unanswered, max-lun",
    "subclass-sff-8070i, subclass",
    "status-lost, repeated",
  })
  void isNoted(String id, String note) {
    var run = bench(target(Deviations.named(id).orElseThrow()), "--json", "-");
    var ids =
        JsonMapper.shared()
            .readTree(run.out())
            .get("notes")
            .valueStream()
            .map(each -> each.get("id").asString())
            .toList();
    assertThat(ids).as(run.err()).contains(note);
  }

  @Test
  void aWriteThatIsNotSynchronizedIsMarked() {
    var target = "sim:reference?deviation=synchronize-cache-unknown";
    var json = JsonMapper.shared().readTree(bench(target, "--json", "-").out());
    assertThat(json.get("rows").get(0).get("synchronized").isNull()).isTrue();
    assertThat(json.get("rows").get(1).get("synchronized").asBoolean()).isFalse();
    assertThat(bench(target).out()).contains("verified, not synchronized");
    var good = JsonMapper.shared().readTree(bench("sim:reference", "--json", "-").out());
    assertThat(good.get("rows").get(1).get("synchronized").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "residue-all-ones",
    "status-without-signature",
    "inquiry-fails",
    "max-lun-unanswered",
    "capacity-with-blocks-of-0",
    "transfers-limited",
    "long-writes-cut",
  })
  void isMeasuredRecordedAndReplayed(String id) throws Exception {
    var target = target(Deviations.named(id).orElseThrow());
    assertThat(run("measure", target).status()).isZero();
    var file = folder.resolve("recorded.txt").toString();
    var recorded =
        run("record", file, target, "--", "bench", "--op", "read", "--bs", "4k", "--size", "8k");
    assertThat(recorded.status()).as(recorded.err()).isZero();
    var replayed = run("replay", file, target);
    assertThat(replayed.status()).as(replayed.out() + replayed.err()).isZero();
  }

  @Test
  void theLimitOfCommandsIsMeasured() {
    var run = run("measure", "sim:reference?deviation=transfers-limited:blocks=50");
    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("reads of up to 25600 bytes pass, and of 26112 bytes fail");
    assertThat(run.out()).contains("# The device has a limit: writes of up to 25600 bytes");
  }

  /** Two rows, of which the second fails; then a third. */
  private JsonNode withAFailure(String deviation, int status) throws Exception {
    var csv = folder.resolve("rows.csv");
    var run =
        run(
            "bench",
            "sim:reference?blocks=16384&deviation=" + deviation,
            "--op",
            "read",
            "--speed",
            "high",
            "--bs",
            "4k,64k,8k",
            "--size",
            "256k",
            "--json",
            "-",
            "--csv",
            csv.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(status);
    assertThat(Files.readString(csv)).contains("read,high,4096,262144").contains("high read 64k: ");
    return JsonMapper.shared().readTree(run.out());
  }

  @Test
  void aRowThatFailsEndsAlone() throws Exception {
    for (var each : List.of("transfers-limited:blocks=64", "long-reads-cut:blocks=64")) {
      var json = withAFailure(each, 1);
      assertThat(json.get("rows")).hasSize(2);
      assertThat(json.get("complete").asBoolean()).isFalse();
      assertThat(json.get("error").get("where").asString()).isEqualTo("high read 64k");
    }
    assertThat(withAFailure("long-transfers-hang:blocks=64", 3).get("rows")).hasSize(2);
  }

  @Test
  void whatADeviceThatDiesHasGivenStands() throws Exception {
    var run =
        run(
            "bench",
            "sim:reference?blocks=16384&deviation=dead-after-commands:commands=50",
            "--op",
            "read",
            "--speed",
            "high",
            "--bs",
            "64k,4k",
            "--size",
            "256k",
            "--json",
            "-");
    assertThat(run.status()).as(run.err()).isEqualTo(3);
    var json = JsonMapper.shared().readTree(run.out());
    assertThat(json.get("rows")).hasSize(1);
    assertThat(json.get("error").get("exitStatus").asInt()).isEqualTo(3);
  }

  @Test
  void workloadsThatFailLeaveTheOthers() throws Exception {
    var profile = folder.resolve("small.toml");
    Files.writeString(
        profile,
        """
        extends = "ipod-video-80g/of"
        [volume]
        cluster-bytes = { value = 2048, assumed = "as small as FAT32 may be" }
        fat-blocks = { value = 67000, assumed = "less than what is copied" }
        raw-blocks = { value = 100000, assumed = "more than that" }
        """);
    var name = profile.toString();
    for (var words :
        List.of(
            List.of("bench", "--profile", name, "--workload", "dd-read,fat-sync", "--bs", "32k"),
            List.of("compare", name, name, "--workload", "dd-read,fat-sync", "--bs", "32k"))) {
      var run =
          run(
              Stream.concat(words.stream(), Stream.of("--size", "150M", "--json", "-"))
                  .toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isNotZero();
      var json = JsonMapper.shared().readTree(run.out());
      assertThat(json.get("rows")).isNotEmpty();
      assertThat(json.get("complete").asBoolean()).isFalse();
    }
  }
}
