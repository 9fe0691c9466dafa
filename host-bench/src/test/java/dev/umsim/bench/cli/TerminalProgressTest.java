package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import org.junit.jupiter.api.Test;

/** The bar on a terminal. */
class TerminalProgressTest {
  private final List<String> shown = Collections.synchronizedList(new ArrayList<>());

  /** Speed and remaining time follow from the beginning of the bar. */
  @Test
  void everyRowBeginsAnew() {
    try (var progress = new TerminalProgress(new DelegatingProgressBarConsumer(shown::add, 79))) {
      progress.begin("the first");
      progress.expect(4 << 20);
      progress.moved(4 << 20);
      var first = progress.begun();
      progress.begin("the second");
      assertThat(progress.begun()).isAfter(first);
    }
    assertThat(shown).anyMatch(line -> line.contains("the first"));
    // The refreshing thread of the library may still get a line in behind the one that clears.
    assertThat(shown).anyMatch(String::isBlank);
  }
}
