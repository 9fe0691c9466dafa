package dev.umsim.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The Rockbox stack does what was observed with the real one. */
class RockboxTest {
  @Test
  void everyCaseAgrees() throws Exception {
    var file = Resources.file("rockbox.txt");
    var results = Played.play(file, SimulatedDescription.usual(file.device()).text());
    results.forEach(
        result ->
            result
                .difference()
                .ifPresent(each -> assertThat(DifferenceReport.lines(each)).isEmpty()));
    assertThat(results).hasSize(39).allMatch(CaseResult::agrees);
  }
}
