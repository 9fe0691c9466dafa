package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * What is shown of differences: those of Rockbox to the conformant device, field by field. {@code
 * -Dupdate=golden} writes the file anew.
 */
class DifferenceReportTest {
  private static final String NAME = "rockbox-against-reference.txt";

  @Test
  void everyDifferenceIsShownFieldByField() throws Exception {
    var text = new StringBuilder();
    for (var result : Played.play(Resources.file("rockbox.txt"), "sim:reference")) {
      result
          .difference()
          .ifPresent(
              difference -> {
                text.append("# ").append(result.played().name()).append('\n');
                DifferenceReport.lines(difference).forEach(line -> text.append(line).append('\n'));
                text.append('\n');
              });
    }
    if ("golden".equals(System.getProperty("update"))) {
      var folder = Path.of("../ums-sim/src/test/resources/dev/umsim/sim/exchange");
      Files.writeString(folder.resolve(NAME), text);
    }
    assertThat(text.toString()).isEqualTo(Resources.text(NAME));
  }
}
