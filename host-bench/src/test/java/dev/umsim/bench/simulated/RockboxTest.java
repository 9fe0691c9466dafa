package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Rockbox stack does what was observed with the real one ({@code rockbox.txt}), and what is
 * known of it beside that: in every case of the other files, which tell where each comes from.
 */
class RockboxTest {
  @ParameterizedTest
  @CsvSource({
    "rockbox.txt, 39",
    "rockbox-states.txt, 66",
    "rockbox-two-drives.txt, 8",
    "rockbox-skipped-drive.txt, 2",
    "rockbox-blocks-of-2048.txt, 6",
    "rockbox-wide.txt, 6",
    "rockbox-full-speed.txt, 2"
  })
  void everyCaseAgrees(String name, int cases) throws Exception {
    var file = Resources.file(name);
    var results = Played.play(file, SimulatedDescription.usual(file.device()).text());
    results.forEach(
        result ->
            result
                .difference()
                .ifPresent(each -> assertThat(DifferenceReport.lines(each)).isEmpty()));
    assertThat(results).hasSize(cases).allMatch(CaseResult::agrees);
  }
}
