package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.capture.Capture;
import dev.umsim.sim.capture.CapturedTransfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --capture} on the commands that have it. */
class CaptureOptionsTest {
  @TempDir private Path folder;

  private Path capture() {
    return folder.resolve("wire.pcapng");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static List<CapturedTransfer> transfers(Path file) throws IOException {
    var transfers = new ArrayList<CapturedTransfer>();
    try (var capture = Capture.open(file)) {
      for (var each = capture.next(); each.isPresent(); each = capture.next()) {
        transfers.add(each.get());
      }
      assertThat(capture.notes()).isEmpty();
    }
    return transfers;
  }

  private static long wrappers(Path file) throws IOException {
    return transfers(file).stream()
        .filter(each -> each.data().length == 31 && each.data()[0] == 'U')
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench sim:reference?size=1M --size 64k --bs 4k --speed high --no-verify",
        "bench --profile ipod-video-80g/of --size 64k --bs 4k --no-verify",
        "bench sim:rockbox-2026 --size 64k --bs 4k --no-verify --no-sync",
        "measure sim:reference?size=16M -o /dev/null",
        "check sim:reference?size=1M --group cases",
        "record FOLDER/x.exchange sim:reference?size=1M CAPTURE -- bench --size 64k",
      })
  void everyCommandCaptures(String command) throws IOException {
    var line = command.replace("FOLDER", folder.toString());
    var capture = "--capture " + capture();
    line = line.contains("CAPTURE") ? line.replace("CAPTURE", capture) : line + " " + capture;
    var ums = Ums.run(line.split(" "));
    assertThat(ums.status()).as(ums.err() + ums.out()).isZero();
    assertThat(wrappers(capture())).isGreaterThan(4);
  }

  @Test
  void whatIsReplayedIsCapturedOnOneBus() throws IOException {
    Ums.run("record", path("x.exchange"), "sim:reference?size=1M", "--", "bench", "--size", "64k")
        .expectGood();
    Ums.run("replay", path("x.exchange"), "--capture", capture().toString()).expectGood();
    assertThat(transfers(capture()).stream().map(each -> each.device().bus()).distinct())
        .containsExactly(1);
  }

  @Test
  void aCaptureIsTheSameEachTime() throws IOException {
    for (var name : List.of("a.pcapng", "b.pcapng")) {
      Ums.run("bench", "sim:reference?size=1M", "--size", "64k", "--capture", path(name))
          .expectGood();
    }
    assertThat(Files.mismatch(folder.resolve("a.pcapng"), folder.resolve("b.pcapng")))
        .isEqualTo(-1);
  }

  @Test
  void aRingHasSoManyFiles() throws IOException {
    Ums.run(
            "bench",
            "sim:reference?size=4M",
            "--size",
            "1M",
            "--bs",
            "4k",
            "--capture",
            capture().toString(),
            "--capture-limit",
            "64k",
            "--capture-ring",
            "3")
        .expectGood();
    try (var files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("wire.pcapng", "wire.1.pcapng", "wire.2.pcapng");
    }
    assertThat(Files.size(folder.resolve("wire.1.pcapng"))).isBetween(1024L, 64L << 10);
    assertThat(wrappers(folder.resolve("wire.2.pcapng"))).isPositive();
  }

  @Test
  void aCaptureThatIsFullSaysSoAndHasGoodStatus() {
    var ums =
        Ums.run(
            "bench",
            "sim:reference?size=4M",
            "--size",
            "1M",
            "--capture",
            capture().toString(),
            "--capture-limit",
            "64k");
    assertThat(ums.status()).isZero();
    assertThat(ums.err())
        .isEqualTo(
            "ums: the capture has its full size; what follows is not in it"
                + System.lineSeparator());
  }

  @Test
  void noCaptureTakesThePlaceOfWhatIsRead() throws IOException {
    var image = Files.write(folder.resolve("disk.img"), new byte[1 << 20]);
    for (var command : List.of("bench " + image, "check " + image, "serve " + image)) {
      var arguments = new ArrayList<>(Arrays.asList(command.split(" ")));
      arguments.addAll(List.of("--capture", image.toString()));
      Ums.run(arguments.toArray(String[]::new))
          .expectLine(2, "--capture " + image + " would overwrite the image; choose another file");
    }
    Ums.run("bench", image.toString(), "--capture", path("no/such.pcapng"), "--size", "4k")
        .expectLine(
            1,
            path("no/such.pcapng")
                + " cannot be written: there is no such folder; choose another file or folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--capture-limit 1M | there is no capture to be limited; say --capture FILE, or leave"
            + " --capture-limit out",
        "--capture-ring 3 | there is no capture to be limited; say --capture FILE, or leave"
            + " --capture-ring out",
        "--capture x --capture-ring 3 | --capture-ring needs to know how large a file becomes;"
            + " say --capture-limit SIZE",
        "--capture x --capture-limit 1M --capture-ring 1 | --capture-ring is 2 to 1000 files, not"
            + " 1; leave it out for one",
        "--capture x --capture-limit 1k | --capture-limit is at least 64k",
        "--capture - | a capture is no text for a terminal; name a file, or a pipe such as"
            + " /dev/stdout",
      })
  void whatMakesNoSenseIsRefused(String line) {
    var parts = line.split(" \\| ");
    var arguments = new ArrayList<>(List.of("bench", "sim:reference?size=1M"));
    arguments.addAll(Arrays.asList(parts[0].split(" ")));
    Ums.run(arguments.toArray(String[]::new)).expectLine(2, parts[1]);
  }
}
