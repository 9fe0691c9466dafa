package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.deviation.Deviations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ums replay}, {@code ums record} and {@code ums list}. */
class ExchangeCommandsTest {
  private static final Path ROCKBOX =
      Path.of("../ums-sim/src/test/resources/dev/umsim/sim/exchange/rockbox.txt");

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("exchanges.txt"), text);
  }

  @Test
  void theFirstDifferenceIsTheLastThingPlayed() {
    var run = Ums.run("replay", ROCKBOX.toString(), "sim:reference");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("agrees   Get Max LUN", "DIFFERS  INQUIRY, 36 bytes", "* removable", "80 RMB")
        .endsWith(
            "39 cases: 1 agree, 1 differs, 37 not played (--all plays them)"
                + System.lineSeparator());
  }

  @Test
  void allPlaysAllCases() {
    var run = Ums.run("replay", ROCKBOX.toString(), "sim:reference", "--all");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("39 cases: 13 agree, 26 differ" + System.lineSeparator());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void oneCaseIsPlayedByItsName() {
    var run =
        Ums.run("replay", ROCKBOX.toString(), "sim:reference", "--case", "READ CAPACITY(10)")
            .expectGood();
    assertThat(run.out()).contains("1 case: 1 agree, 0 differ");
  }

  @Test
  void whatTheTargetSaysGoesBeforeTheFile() {
    var run =
        Ums.run(
            "replay",
            ROCKBOX.toString(),
            "sim:reference?blocks=4096",
            "--case",
            "READ CAPACITY(10)");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("* last LBA", "0001ffff (131071)", "00000fff (4095)");
  }

  @Test
  void aMalformedFileIsRefusedWithItsPlace() throws IOException {
    var path = file("# about\n\n# a case\n> in eight\n");
    Ums.run("replay", path.toString(), "sim:reference")
        .expectLine(
            2, path + ":4:6: the number of bytes is a number from 0 to 268435456, not 'eight'");
  }

  @Test
  void aCaseHasToBeThere() throws IOException {
    var path = file("\n# a case\n> reconnect\n< ok\n");
    Ums.run("replay", path.toString(), "--case", "another")
        .expectLine(
            2,
            path
                + " has no case 'another'; its 1 cases are named by the # lines behind empty lines");
  }

  @Test
  void aFileHasToBeThere() {
    var path = folder.resolve("none.txt");
    assertThat(Ums.run("replay", path.toString()).status()).isEqualTo(1);
  }

  @Test
  void aTargetThatMeansNothingIsRefused() {
    var run = Ums.run("replay", ROCKBOX.toString(), "sim:reference?deviation=evpd-ignore");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "there is no deviation 'evpd-ignore'; did you mean evpd-ignored?; see: ums list"
                + " deviations");
    assertThat(Ums.run("replay", ROCKBOX.toString(), "--nak-timeout", "0").status()).isEqualTo(2);
  }

  @Test
  void whatIsRecordedAgrees() throws IOException {
    var path = folder.resolve("recorded.txt");
    var target = "sim:reference?blocks=4096&fill=lba-be64&speed=full";
    var run =
        Ums.run(
                "record",
                path.toString(),
                target,
                "--",
                "bench",
                "--bs",
                "4k",
                "--size",
                "64k",
                "--op",
                "both")
            .expectGood();
    assertThat(run.out()).contains("verified");
    assertThat(Files.readString(path))
        .startsWith(
            "# ums record "
                + target
                + " -- bench --bs 4k --size 64k --op both\n! stack reference\n! block-size 512\n"
                + "! blocks 4096\n! fill lba-be64\n! speed full\n\n# connection 1\n> reconnect\n< ok\n");
    assertThat(Ums.run("replay", path.toString(), target).expectGood().out())
        .contains(" agree, 0 differ");
    Ums.run("replay", path.toString()).expectGood();
  }

  /** Targets, lines that must stand in the file, and what only the target can say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sim:reference | block-size 512, blocks 131072, speed full |",
        "sim:reference?size=2M&fill=a5&vendor=ACME&product=A%20Disk&revision=1.2 | "
            + "vendor ACME, product A Disk, revision 1.2, block-size 512, blocks 4096, fill a5 |",
        "sim:reference?blocks=512&block-size=2048&speed=high | block-size 2048, speed high |",
        "sim:rockbox-2026?fill=lba-be64 | stack rockbox-2026, blocks 131072, fill lba-be64 |",
        "sim:rockbox-20080220?blocks=4096 | stack rockbox-20080220, blocks 4096, speed full |",
        "sim:reference?image=FOLDER/a,removable&image=FOLDER/b&seed=7 | "
            + "drives 2, blocks 128, drive 0 storage ata-removable, drive 1 storage ata-fixed | "
            + "image",
        "sim:rockbox-2026?image=FOLDER/a | storage ata-fixed, block-size 512, blocks 128 | image",
        "sim:reference?blocks=128&deviation=residue-always-zero&short-data=pad | blocks 128 | "
            + "deviation, short-data",
        "sim:reference?blocks=128&vid=05ac&pid=1209 | blocks 128 | vid, pid",
      })
  void theFileDescribesTheDevice(String target, String lines, String unsaid) throws IOException {
    for (var name : List.of("a", "b")) {
      Files.write(folder.resolve(name), new byte[64 << 10]);
    }
    var path = folder.resolve("recorded.txt");
    var named = target.replace("FOLDER", folder.toString());
    var run =
        Ums.run(
            "record",
            path.toString(),
            named,
            "--",
            "bench",
            "--no-sync",
            "--bs",
            "2k",
            "--size",
            "16k",
            "--op",
            "both");
    assertThat(run.status()).as(run.err()).isZero();
    var written = Files.readAllLines(path);
    assertThat(written).containsAll(Arrays.stream(lines.split(", ")).map("! "::concat).toList());
    if (unsaid == null) {
      assertThat(run.err()).isEmpty();
    } else {
      var remark = "no device line can say " + unsaid + "; replay needs the target sim:";
      assertThat(run.err()).startsWith("ums: note: " + remark);
      assertThat(written.get(1)).startsWith("# " + remark);
    }
    Ums.run("replay", path.toString(), "--all").expectGood();
  }

  @Test
  void theStatusOfTheRecordedCommandIsThatOfRecord() {
    var path = folder.resolve("recorded.txt");
    var run = Ums.run("record", path.toString(), "sim:reference", "--", "bench", "--bs", "1");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--bs");
  }

  @Test
  void recordWantsACommand() {
    var path = folder.resolve("recorded.txt");
    var run = Ums.run("record", path.toString(), "sim:reference");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("COMMAND");
  }

  @Test
  void deviationsAreListed() {
    var out = Ums.run("list", "deviations").expectGood().out();
    assertThat(out.lines()).hasSize(1 + Deviations.ALL.size());
    assertThat(out)
        .contains("residue-always-zero", "breaks-clause", "dCSWDataResidue is 0")
        .contains("transfers-limited:blocks=64 ");
  }

  @Test
  void deviationsAreListedAsRows() {
    var out = Ums.run("list", "deviations", "--json", "-").expectGood().out();
    assertThat(out)
        .contains(
            "\"schema\" : \"ums-deviations/1\"",
            "\"id\" : \"residue-always-zero\"",
            "\"class\" : \"breaks-clause\"",
            "\"class\" : \"legal-choice\"",
            "\"class\" : \"trips-hosts\"",
            "\"name\" : \"blocks\"",
            "\"default\" : 64");
    assertThat(out.split("\"class\"", -1)).hasSize(1 + Deviations.ALL.size());
  }

  @Test
  void deviationsAreListedWithTheFlagsOfLinux() {
    assertThat(Ums.run("list", "deviations", "--quirk").expectGood().out())
        .containsPattern("transfers-limited +MAX_SECTORS_64 +usb-storage\\.quirks=1209:0001:m");
  }

  @Test
  void deviationsAreListedInOneForm() {
    assertThat(Ums.run("list", "deviations", "--quirk", "--json", "-").status()).isEqualTo(2);
  }

  @Test
  void thePageAboutDeviationsIsUpToDate() throws IOException {
    var page = Path.of("../docs/deviations.md");
    assertThat(Ums.run("list", "deviations", "--markdown").expectGood().out())
        .as("written by: ums list deviations --markdown > docs/deviations.md")
        .isEqualTo(Files.readString(page));
  }
}
