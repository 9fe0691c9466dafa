package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device is measured, and its profile used. */
class MeasureCommandTest {
  @TempDir private Path folder;

  @Test
  void theProfileCanBeUsedAsItIs() throws IOException {
    var file = folder.resolve("my.toml").toString();
    var measured = Ums.run("measure", "sim:sansa-e280/of", "-o", file, "--name", "mine/of");
    assertThat(measured.status()).isZero();
    assertThat(measured.out()).isEmpty();
    assertThat(measured.err()).contains("MB/s, at most");
    assertThat(Files.readString(Path.of(file))).contains("name = \"mine/of\"");
    Ums.run("profile", "check", file).expectGood();
    var bench = Ums.run("bench", "--profile", file, "--workload", "dd-read", "--bs", "32k");
    assertThat(bench.expectGood().out()).contains("dd-read");
  }

  @Test
  void withoutAFileTheProfileIsPrinted() {
    var measured = Ums.run("measure", "sim:reference?size=16M");
    assertThat(measured.status()).isZero();
    assertThat(measured.out()).contains("[volume]").contains("device-blocks = { value = 32768,");
  }

  @Test
  void theSameDeviceAndSeedMakeTheSameProfile() {
    var first = Ums.run("measure", "sim:sansa-e280/of");
    assertThat(Ums.run("measure", "sim:sansa-e280/of").out()).isEqualTo(first.out());
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    Ums.run("measure", "sim:reference?size=1M")
        .expectLine(2, "a unit of 2048 blocks is too small to be measured; 11520 are needed");
    Ums.run("measure", "sim:reference", "--lun", "16").expectLine(2, "--lun is 0 to 15, not 16");
    Ums.run("measure", "sim:reference", "--lun", "3")
        .expectLine(2, "--lun 3 does not exist; the target has LUN 0 only");
    var image = folder.resolve("none.img").toString();
    assertThat(Ums.run("measure", image).status()).isEqualTo(1);
  }

  /** As a process writes it, which does not pass every piece on at once. */
  @Test
  void theTableIsThereWhenTheProgramEnds() {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintWriter(new StringWriter());
    var err = new PrintWriter(bytes, true);
    assertThat(Main.execute(out, err, "measure", "sim:reference?size=16M")).isZero();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("by the profile", "us a command");
  }

  @Test
  void aNameIsRefusedBeforeAnythingIsMeasured() {
    Ums.run("measure", "sim:reference?size=16M", "--name", " ")
        .expectLine(2, "--name is words in one line; write some or leave it out");
  }
}
