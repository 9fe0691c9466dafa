package dev.umsim.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.sim.check.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the suite says of the five revisions of Rockbox; {@code -Dupdate=golden} writes it anew. */
class RockboxVerdictsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/check/rockbox.txt");

  @Test
  void everyRevisionHasItsVerdicts() throws IOException {
    var text = new StringBuilder("# What fails or warns on Rockbox, strictly.\n");
    for (var revision : RockboxRevision.all()) {
      text.append('\n').append(revision.name()).append('\n');
      var report = CheckedTarget.run("sim:" + revision.name(), SimulatedExtras.CONTROLLED);
      assertThat(report.incomplete()).isFalse();
      for (var result : report.results()) {
        if (result.outcome() == Outcome.FAIL || result.outcome() == Outcome.WARN) {
          text.append("  ").append(result.outcome()).append(' ').append(result.check().id());
          result.revivedBy().ifPresent(rung -> text.append(" (").append(rung).append(')'));
          text.append('\n');
        }
      }
    }
    if ("golden".equals(System.getProperty("update"))) {
      Files.writeString(GOLDEN, text);
    }
    assertThat(text.toString()).isEqualTo(Files.readString(GOLDEN));
  }
}
