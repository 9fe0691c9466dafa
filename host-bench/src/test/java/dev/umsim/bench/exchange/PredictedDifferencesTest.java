package dev.umsim.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
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
                      var result = Played.play(rockbox, entry.getKey(), entry.getValue());
                      result
                          .difference()
                          .ifPresent(each -> assertThat(DifferenceReport.lines(each)).isEmpty());
                      assertThat(result.agrees()).isTrue();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> aCaseNeedsAllOfItsDeviations() {
    return Resources.predictions().entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().stream()
                    .map(
                        id ->
                            dynamicTest(
                                entry.getKey() + " without " + id,
                                () -> {
                                  var others = new ArrayList<>(entry.getValue());
                                  others.remove(id);
                                  assertThat(Played.play(rockbox, entry.getKey(), others).agrees())
                                      .isFalse();
                                })));
  }

  @Test
  void allOfThemTogetherReproduceTheWholeFile() throws Exception {
    var all =
        Resources.predictions().values().stream()
            .flatMap(each -> each.stream())
            .distinct()
            .toList();
    var target = "sim:reference?deviation=" + String.join(",", all);
    assertThat(Played.play(rockbox, target)).allMatch(CaseResult::agrees);
  }
}
