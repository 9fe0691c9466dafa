package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.Resources;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code fail-lba} does to commands of one and of several calls to the medium. */
class FailedBlocksTest {
  @ParameterizedTest
  @CsvSource({
    "fail-lba-reference.txt, sim:reference",
    "fail-lba-rockbox.txt, sim:rockbox-2026",
  })
  void oneCallThatCoversTheBlockFailsAsAWhole(String file, String target) throws Exception {
    var results = Played.play(Resources.file(file), target);
    assertThat(results).isNotEmpty();
    assertThat(
            results.stream()
                .flatMap(result -> result.difference().stream())
                .map(DifferenceReport::lines)
                .map(lines -> String.join("\n", lines)))
        .isEqualTo(List.of());
  }
}
