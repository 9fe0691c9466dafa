package dev.umsim.sim.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every nanosecond is put down to one activity. */
class TimeLedgerTest {
  private final Timeline timeline = new Timeline();
  private final TimeLedger ledger = TimeLedger.of(timeline);

  private void passTo(long nanos) {
    while (timeline.stepUntil(nanos)) {}
    timeline.passUntil(nanos);
  }

  private static Map<Activity, Long> entries(Object... entries) {
    var map = new EnumMap<Activity, Long>(Activity.class);
    for (var activity : Activity.values()) {
      map.put(activity, 0L);
    }
    for (int at = 0; at < entries.length; at += 2) {
      map.put((Activity) entries[at], ((Integer) entries[at + 1]).longValue());
    }
    return map;
  }

  @Test
  void timeBelongsToWhatIsNearestToTheHost() {
    ledger.span(Activity.PORT, 10, 100);
    ledger.span(Activity.BUS, 40, 60);
    passTo(20);
    ledger.begin(Activity.FIRMWARE);
    passTo(50);
    ledger.end(Activity.FIRMWARE);
    passTo(120);
    // 0-10 nothing, 10-20 port, 20-40 firmware, 40-60 bus, 60-100 port, 100-120 nothing.
    assertThat(ledger.nanos())
        .isEqualTo(
            entries(
                Activity.NOTHING, 30, Activity.PORT, 50, Activity.FIRMWARE, 20, Activity.BUS, 20));
  }

  @Test
  void anActivityThatIsUnderWayTwiceCountsOnce() {
    ledger.begin(Activity.BUS);
    ledger.begin(Activity.BUS);
    passTo(10);
    ledger.end(Activity.BUS);
    passTo(15);
    ledger.end(Activity.BUS);
    passTo(18);
    assertThat(ledger.nanos()).isEqualTo(entries(Activity.BUS, 15, Activity.NOTHING, 3));
  }

  @Test
  void clearingForgetsWhatWasAndNotWhatIsUnderWay() {
    ledger.begin(Activity.MEDIUM);
    passTo(10);
    ledger.clear();
    passTo(25);
    assertThat(ledger.nanos()).isEqualTo(entries(Activity.MEDIUM, 15));
  }

  @Test
  void aSpanThatIsOverCountsForNothing() {
    passTo(50);
    ledger.span(Activity.PORT, 10, 50);
    ledger.span(Activity.PORT, 10, 60);
    passTo(70);
    assertThat(ledger.nanos()).isEqualTo(entries(Activity.NOTHING, 60, Activity.PORT, 10));
  }

  @Test
  void aClosedLedgerAddsNoEvent() {
    var closed = TimeLedger.closed(timeline);
    closed.span(Activity.BUS, 5, 10);
    assertThat(timeline.stepUntil(Long.MAX_VALUE)).isFalse();
  }
}
