package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rockbox's exchanges against the conformant device: what differs, and what makes it the same. */
class PredictedDifferencesTest {
  private final ExchangeFile rockbox = Resources.file("rockbox.txt");

  @Test
  void theConformantDeviceDiffersInThePredictedCasesOnly() throws Exception {
    var results = Played.play(rockbox, "sim:reference");
    assertThat(results).hasSize(39).allMatch(result -> result.skipped().isEmpty());
    assertThat(
            results.stream().filter(result -> !result.agrees()).map(each -> each.played().name()))
        .containsExactlyElementsOf(Resources.predictions().keySet());
  }

  @TestFactory
  Stream<DynamicTest> theDeviationsOfACaseTogetherReproduceIt() {
    return Resources.predictions().entrySet().stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getKey(),
                    () -> {
                      var result =
                          Played.play(
                              rockbox, entry.getKey(), List.copyOf(entry.getValue().keySet()));
                      result
                          .difference()
                          .ifPresent(each -> assertThat(DifferenceReport.lines(each)).isEmpty());
                      assertThat(result.agrees()).isTrue();
                    }));
  }

  /**
   * What the real driver answered differs in exactly these fields from what the device answers that
   * has all deviations of the case but one: so they are what that one alone changes.
   */
  @TestFactory
  Stream<DynamicTest> eachDeviationAccountsForItsFields() {
    return Resources.predictions().entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().keySet().stream()
                    .map(
                        id ->
                            dynamicTest(
                                entry.getKey() + " without " + id,
                                () -> {
                                  var others = new ArrayList<>(entry.getValue().keySet());
                                  others.remove(id);
                                  var result = Played.play(rockbox, entry.getKey(), others);
                                  assertThat(wrongFields(result))
                                      .isEqualTo(entry.getValue().get(id));
                                })));
  }

  /** Of the first answer that differs: its fields, or the answer as a whole if it has none. */
  private static List<String> wrongFields(CaseResult result) {
    var names =
        DifferenceReport.lines(result.difference().orElseThrow()).stream()
            .filter(line -> line.startsWith("  * "))
            .map(line -> line.substring(4).replaceFirst("  .*", ""))
            .toList();
    return names.size() == 1
        ? names
        : names.stream().filter(each -> !each.equals("answer")).toList();
  }

  @Test
  void allOfThemTogetherReproduceTheWholeFile() throws Exception {
    var all =
        Resources.predictions().values().stream()
            .flatMap(each -> each.keySet().stream())
            .distinct()
            .toList();
    var target = "sim:reference?deviation=" + String.join(",", all);
    assertThat(Played.play(rockbox, target)).allMatch(CaseResult::agrees);
  }
}
