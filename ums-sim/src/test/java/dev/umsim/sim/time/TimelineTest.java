package dev.umsim.sim.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events happen at their time, and those of the same time in order. */
class TimelineTest {
  private final Timeline timeline = new Timeline();
  private final List<String> happened = new ArrayList<>();

  private void runAll() {
    while (timeline.stepUntil(Long.MAX_VALUE)) {}
  }

  private Runnable note(String what) {
    return () -> happened.add(what + "@" + timeline.nowNanos());
  }

  @Test
  void eventsComeInTheOrderOfTheirTimeAndThenOfTheirAsking() {
    timeline.at(20, note("late"));
    timeline.at(10, note("first"));
    timeline.at(10, note("second"));
    runAll();
    assertThat(happened).containsExactly("first@10", "second@10", "late@20");
  }

  @Test
  void anEventMayAskForAnotherAtTheSameTime() {
    timeline.at(
        5,
        () -> {
          note("outer").run();
          timeline.after(0, note("inner"));
        });
    timeline.at(5, note("other"));
    runAll();
    assertThat(happened).containsExactly("outer@5", "other@5", "inner@5");
  }

  @Test
  void aCancelledEventDoesNotHappenAndTakesNoTime() {
    timeline.at(5, note("cancelled")).cancel();
    timeline.at(3, note("kept"));
    runAll();
    assertThat(happened).containsExactly("kept@3");
    assertThat(timeline.nowNanos()).isEqualTo(3);
  }

  @Test
  void nothingHappensBehindTheLimit() {
    timeline.at(10, note("in time"));
    timeline.at(11, note("too late"));
    assertThat(timeline.stepUntil(10)).isTrue();
    assertThat(timeline.stepUntil(10)).isFalse();
    assertThat(happened).containsExactly("in time@10");
  }

  @Test
  void thePastCannotBeAskedFor() {
    timeline.passUntil(7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timeline.at(6, note("never")))
        .withMessage("6 ns has passed; it is 7 ns");
  }
}
