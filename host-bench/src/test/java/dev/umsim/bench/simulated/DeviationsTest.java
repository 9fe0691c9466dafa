package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.LinuxQuirk;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.Resources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every deviation, alone on the conformant device. */
class DeviationsTest {
  /** The files with the cases, by topic; the first one holds what the Rockbox stack does. */
  static final List<String> FILES =
      List.of(
          "deviations.txt",
          "deviations-limits.txt",
          "deviations-status.txt",
          "deviations-halts.txt",
          "deviations-wrappers.txt",
          "deviations-hangs.txt",
          "deviations-sizes.txt",
          "deviations-large.txt",
          "deviations-one-unit.txt",
          "deviations-accesses.txt",
          "deviations-senses.txt",
          "deviations-identities.txt",
          "deviations-modes.txt",
          "deviations-descriptors.txt",
          "deviations-times.txt");

  /** A case, with what its file tells about it. */
  private record Case(ExchangeFile file, String id, Map<String, String> remarks) {
    /** The deviation as a target names it, with the parameters that the case is about. */
    String written() {
      return id + (remarks.containsKey("With") ? ":" + remarks.get("With") : "");
    }
  }

  private final List<Case> cases = FILES.stream().flatMap(DeviationsTest::cases).toList();

  private static Stream<Case> cases(String name) {
    var file = Resources.file(name);
    return file.cases().stream()
        .map(each -> new Case(file, each.name(), Resources.remarks(name, each.name())));
  }

  @Test
  void eachHasACase() {
    assertThat(Stream.concat(cases.stream().map(Case::id), UnseenDeviationsTest.IDS.stream()))
        .containsExactlyInAnyOrderElementsOf(Deviations.ALL.stream().map(Deviation::id).toList());
  }

  /** Those that the real driver was observed to have name the case in which it was. */
  @Test
  void eachCaseTellsWhereItComesFrom() {
    var observed = "rockbox.txt, ";
    var predictions = Resources.predictions();
    var inTheFile =
        predictions.values().stream()
            .flatMap(each -> each.keySet().stream())
            .collect(Collectors.toSet());
    for (var each : cases) {
      var source = each.remarks().getOrDefault("From", "");
      assertThat(source).as(each.id()).hasSizeGreaterThan(5);
      assertThat(source.startsWith(observed))
          .as(each.id())
          .isEqualTo(inTheFile.contains(each.id()));
      if (source.startsWith(observed)) {
        assertThat(predictions.get(source.substring(observed.length())))
            .as(source)
            .containsKey(each.id());
      }
    }
  }

  @Test
  void theirNamesAreWrittenAlike() {
    assertThat(Deviations.ALL)
        .extracting(Deviation::id)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)+"));
    assertThat(Deviations.ALL)
        .allMatch(each -> each.effect().endsWith(".") && each.hosts().endsWith("."));
    assertThat(Deviations.ALL)
        .flatExtracting(Deviation::parameters)
        .allMatch(each -> each.name().matches("[a-z0-9]+(-[a-z0-9]+)*"));
  }

  /** Each flag of Linux's driver, so that the flag can be seen to help. */
  @Test
  void everyFlagOfLinuxHasOne() {
    assertThat(
            Deviations.ALL.stream()
                .flatMap(each -> each.quirk().stream())
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(LinuxQuirk.values());
  }

  @Test
  void theConformantDeviceDiffersInEveryCase() throws Exception {
    for (var each : cases) {
      assertThat(Played.play(each.file(), each.id(), List.of()).agrees()).as(each.id()).isFalse();
    }
  }

  @TestFactory
  Stream<DynamicTest> eachAloneDoesWhatItsCaseSays() {
    return cases.stream()
        .map(
            each ->
                dynamicTest(
                    each.id(),
                    () -> {
                      var result = Played.play(each.file(), each.id(), List.of(each.written()));
                      result
                          .difference()
                          .ifPresent(found -> assertThat(DifferenceReport.lines(found)).isEmpty());
                      assertThat(result.agrees()).isTrue();
                    }));
  }

  /** Both decide what stands for the data of a read that fails at its first block. */
  @Test
  void theLastOneHasTheLastWord() throws Exception {
    var text =
        """
        ! fill a5

        # bad block
        > fail-lba 300
        < ok
        > out 55534243010000000002000080000a28000000012c00000100000000000000
        < ack 31
        > in 512
        < data %d
        """;
    var padded = ExchangeFile.parse(String.format(text, 512).getBytes(StandardCharsets.UTF_8));
    var empty = ExchangeFile.parse(String.format(text, 0).getBytes(StandardCharsets.UTF_8));
    var pad = "read-error-after-all-data";
    var shorten = "empty-packet-instead-of-stall";
    assertThat(Played.play(padded, "bad block", List.of(shorten, pad)).agrees()).isTrue();
    assertThat(Played.play(empty, "bad block", List.of(pad, shorten)).agrees()).isTrue();
  }
}
