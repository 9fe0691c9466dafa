package dev.umsim.sim.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 10 ns for an event; 100 ns more after 1000 ns without one. */
class DrowsyTurnaroundTest {
  private final Timeline timeline = new Timeline();
  private final List<Long> handled = new ArrayList<>();
  private final DrowsyTurnaround turnaround =
      new DrowsyTurnaround(
          new TimelineTurnaround(timeline, 10), timeline, 1000, 100, TimeLedger.closed(timeline));

  private void event(long nanos) {
    timeline.at(nanos, () -> turnaround.after(() -> handled.add(timeline.nowNanos())));
  }

  @Test
  void onlyTheFirstEventAfterAPauseIsLate() {
    event(1000);
    event(2010);
    event(3021);
    event(3200);
    while (timeline.stepUntil(Long.MAX_VALUE)) {}
    // The third comes 1001 ns after the second was handled.
    assertThat(handled).containsExactly(1010L, 2020L, 3131L, 3210L);
  }
}
