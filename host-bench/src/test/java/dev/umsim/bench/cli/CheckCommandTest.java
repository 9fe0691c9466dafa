package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String LIAR = "sim:reference?deviation=residue-always-zero";
  private static final String CASES = "case-4-residue,case-6-data,case-9-residue";

  @TempDir private Path folder;

  @Test
  void goodDevicePasses() {
    var run = Ums.run("check", "sim:reference", "--strict").expectGood();
    assertThat(run.out()).contains(" 0 fail, 0 warn, ").contains("pass           case-6-data: ");
  }

  @Test
  void failureIsShownWithItsExchangeAndClause() {
    var run = Ums.run("check", LIAR, "--only", CASES);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("FAIL case-9-residue")
        .contains("clause    BOT 1.0, 6.7.3 (9)")
        .contains("expected  residue 512")
        .contains("> fill 512 00")
        .contains("3 checks: 1 pass, 2 fail, 0 warn, 0 not applicable, 0 not run");
  }

  @Test
  void rowsAreJson() {
    var run = Ums.run("check", LIAR, "--only", "case-9-residue", "--json", "-");
    assertThat(run.out())
        .contains("\"schema\" : \"ums-check/1\"")
        .contains("\"id\" : \"case-9-residue\"")
        .contains("\"outcome\" : \"fail\"")
        .contains("\"revivedBy\" : null")
        .contains("\"fingerprint\" : \"");
  }

  @Test
  void junitReportIsXmlWithATestCaseForEachCheck() throws Exception {
    var file = folder.resolve("junit.xml");
    Ums.run("check", LIAR, "--only", CASES, "--junit", file.toString());
    var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(2);
  }

  @Test
  void whatTheBaselineNamesFailsNothing() throws IOException {
    var baseline = written();
    var run = Ums.run("check", LIAR, "--only", CASES, "--baseline", baseline.toString());
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("known case-9-residue: as agreed");
  }

  @Test
  void baselineWhoseFindingIsGoneFails() throws IOException {
    var baseline = written();
    var run = Ums.run("check", "sim:reference", "--only", CASES, "--baseline", baseline.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("of the baseline is not found any more");
  }

  @Test
  void baselineKeepsItsReasonsWhenItIsWrittenAgain() throws IOException {
    var baseline = written();
    var before = Files.readString(baseline);
    Ums.run(
        "check",
        LIAR,
        "--only",
        CASES,
        "--baseline",
        baseline.toString(),
        "--write-baseline",
        baseline.toString());
    assertThat(Files.readString(baseline)).isEqualTo(before);
  }

  @Test
  void emptyReasonAndUnknownCheckAreRefusedWithTheirLine() throws IOException {
    var empty = folder.resolve("empty.toml");
    Files.writeString(
        empty, "[[finding]]\ncheck = \"case-6-data\"\nfingerprint = \"0\"\nreason = \"\"\n");
    Ums.run("check", LIAR, "--baseline", empty.toString())
        .expectLine(2, empty + ":1: the reason is empty; correct it");
    var unknown = folder.resolve("unknown.toml");
    Files.writeString(
        unknown, "\n[[finding]]\ncheck = \"case-99\"\nfingerprint = \"0\"\nreason = \"x\"\n");
    Ums.run("check", LIAR, "--baseline", unknown.toString())
        .expectLine(2, unknown + ":2: there is no check 'case-99'; correct it");
  }

  @Test
  void savedExchangesDifferOnTheDeviceThatFailedAndAgreeOnAConformantOne() throws IOException {
    var saved = folder.resolve("saved");
    Ums.run("check", LIAR, "--group", "cases", "--save", saved.toString());
    try (var files = Files.list(saved)) {
      var paths = files.toList();
      assertThat(paths).hasSizeGreaterThan(5);
      for (var path : paths) {
        assertThat(Ums.run("replay", path.toString(), "sim:reference").status()).isZero();
        assertThat(Ums.run("replay", path.toString(), LIAR).status()).isEqualTo(1);
      }
    }
  }

  @Test
  void unknownNamesAreRefused() {
    Ums.run("check", LIAR, "--only", "case-99")
        .expectLine(2, "--only: there is no check 'case-99'; see: ums check --list");
    assertThat(Ums.run("check", LIAR, "--group", "nothing").status()).isEqualTo(2);
    assertThat(Ums.run("check", LIAR, "--isolate", "all").status()).isEqualTo(2);
    assertThat(Ums.run("check", LIAR, "--html", "page.html").status()).isEqualTo(2);
    assertThat(Ums.run("check").status()).isEqualTo(2);
  }

  @Test
  void findingsAreTheSameWithAnotherSeed() throws IOException {
    assertThat(written("--seed", "7")).hasSameTextualContentAs(written("--seed", "8"));
  }

  private Path written(String... more) throws IOException {
    var file = Files.createTempFile(folder, "known", ".toml");
    Files.delete(file);
    var words =
        new java.util.ArrayList<>(
            java.util.List.of("check", LIAR, "--only", CASES, "--write-baseline", file.toString()));
    words.addAll(java.util.List.of(more));
    Ums.run(words.toArray(String[]::new));
    Files.writeString(
        file, Files.readString(file).replace("reason = \"\"", "reason = \"as agreed\""));
    return file;
  }
}
