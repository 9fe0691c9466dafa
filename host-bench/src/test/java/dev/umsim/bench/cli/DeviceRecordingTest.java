package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices made of captures: {@code ums record --from CAPTURE -o FILE.toml}. */
class DeviceRecordingTest {
  private static final String STICK =
      "sim:reference?size=4M&vendor=ACME&product=Stick&revision=1.00&vid=1234&pid=5678"
          + "&serial=0123456789ABCDEF&power-on-attention=on&fill=lba-be64"
          + "&deviation=inquiry-of-36-bytes,read-capacity-fields-ignored";

  @TempDir private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String device() {
    return "sim:reference?device=" + path("device.toml");
  }

  /** Captures a bench of a device, and makes one of the capture. */
  private void make(String target, String... options) {
    var arguments = new ArrayList<>(List.of("bench", target));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--capture", path("wire.pcapng")));
    var bench = Ums.run(arguments.toArray(String[]::new));
    assertThat(bench.status()).as(bench.err()).isZero();
    var made = Ums.run("record", "--from", path("wire.pcapng"), "-o", path("device.toml"));
    assertThat(made.status()).as(made.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'" + STICK + "', high",
    "'" + STICK + "&short-data=pad', high",
    "sim:reference?size=4M&speed=full&short-data=short, full",
    "sim:ipod-video-80g/of, high",
  })
  void theSameStreamIsAnsweredAlikeInTheSameTime(String target, String speed) {
    make(target, "--speed", speed, "--size", "1M", "--bs", "2k,8k,32k", "--no-sync");
    var told = Ums.run("replay", path("wire.pcapng"), device(), "--all");
    var differing = told.out().lines().filter(line -> line.startsWith("DIFFERS")).toList();
    assertThat(differing).as(told.out()).isEmpty();
    var total = told.out().lines().reduce((first, second) -> second).orElseThrow();
    var times = total.replaceAll(".* took | here|ms", "").split("in the capture and");
    assertThat(Double.parseDouble(times[1].strip()) / Double.parseDouble(times[0].strip()))
        .isBetween(0.9, 1.1);
  }

  @Test
  void aStreamThatItNeverSawIsAnsweredAsByTheDeviceItself() throws IOException {
    make(STICK, "--speed", "high", "--size", "1M", "--bs", "32k", "--op", "read");
    // Other sizes, elsewhere, in another order, written and read back.
    Ums.run(
        "record",
        path("all.exchange"),
        STICK,
        "--",
        "bench",
        "--speed",
        "high",
        "--bs",
        "2k,16k",
        "--size",
        "64k",
        "--seek",
        "80k");
    var lines =
        Files.readAllLines(folder.resolve("all.exchange")).stream()
            .filter(line -> !line.startsWith("!"))
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(folder.resolve("new.exchange"), lines);
    var told = Ums.run("replay", path("new.exchange"), device(), "--all");
    assertThat(told.status()).as(told.out()).isZero();
    assertThat(told.out()).contains("0 differ");
  }

  @Test
  void recordedBytesStandOnlyWhereNoSettingExplainsThem() throws IOException {
    make(STICK, "--speed", "high", "--size", "64k", "--bs", "4k", "--op", "read");
    var text = Files.readString(folder.resolve("device.toml"));
    assertThat(text)
        .contains("\"vid\" = \"1234\"", "\"vendor\" = \"ACME\"", "\"image\" = \"device.img\"")
        .doesNotContain("[descriptors]", "[refusals]");
    var replies = text.substring(text.indexOf("[replies]"), text.indexOf("[habits]"));
    assertThat(replies.lines().filter(line -> line.startsWith("\""))).hasSize(1);
    assertThat(Files.size(folder.resolve("device.img"))).isEqualTo(4 << 20);
    assertThat(Ums.run("record", "--from", path("wire.pcapng"), "-o", path("device.toml")).err())
        .isEqualTo(
            "ums: "
                + path("device.img")
                + " is there already, where the medium of the device is to go; choose another file"
                + " or folder"
                + System.lineSeparator());
  }

  @Test
  void keysOfTheTargetWin() {
    make(STICK, "--speed", "high", "--size", "64k", "--bs", "4k", "--op", "read");
    var told = Ums.run("bench", device() + "&size=1M&vendor=Other", "--capture", path("b.pcapng"));
    assertThat(told.status()).as(told.err()).isZero();
    assertThat(Ums.run("explain", path("b.pcapng")).out()).contains("1234:5678 Other ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no TOML at all",
        "[settings]\n\"vid\" = 3\n",
        "[strange]\n",
        "[descriptors]\n\"0100\" = \"xy\"\n",
        "[timing]\nread-ns = -1\n",
        "[timing]\nread-ns = \"a\"\n",
        "[settings]\n\"colour\" = \"red\"\n",
      })
  void aFileThatDescribesNoDeviceIsSaidToBeNone(String text) throws IOException {
    Files.writeString(folder.resolve("device.toml"), text);
    var ums = Ums.run("bench", device(), "--size", "64k");
    assertThat(ums.status()).isIn(1, 2);
    assertThat(ums.err().lines()).hasSize(1);
    assertThat(ums.err()).startsWith("ums: ").doesNotContain("fault of the program");
  }
}
