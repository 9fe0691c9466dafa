package dev.umsim.sim.time;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Where simulated time goes: every nanosecond from the opening of the books on is put down to one
 * {@link Activity}, so that the entries add up to the whole.
 */
public final class TimeLedger {
  private final Timeline timeline;
  private final boolean open;
  private final int[] underWay = new int[Activity.values().length];
  private final long[] nanos = new long[Activity.values().length];
  private long settledNanos;

  private TimeLedger(Timeline timeline, boolean open) {
    this.timeline = timeline;
    this.open = open;
    settledNanos = timeline.nowNanos();
  }

  /** A ledger of this time. */
  public static TimeLedger of(Timeline timeline) {
    return new TimeLedger(timeline, true);
  }

  /** A ledger in which nothing is put down, and which costs nothing. */
  public static TimeLedger closed(Timeline timeline) {
    return new TimeLedger(timeline, false);
  }

  /** An activity begins. */
  public void begin(Activity activity) {
    if (open) {
      settle();
      underWay[activity.ordinal()]++;
    }
  }

  /** An activity that was begun ends. */
  public void end(Activity activity) {
    if (open) {
      settle();
      underWay[activity.ordinal()]--;
    }
  }

  /** An activity is going to last from one moment, which may have passed, to another. */
  public void span(Activity activity, long fromNanos, long toNanos) {
    if (!open || toNanos <= Math.max(fromNanos, timeline.nowNanos())) {
      return;
    }
    if (fromNanos <= timeline.nowNanos()) {
      begin(activity);
    } else {
      timeline.at(fromNanos, () -> begin(activity));
    }
    timeline.at(toNanos, () -> end(activity));
  }

  private void settle() {
    long now = timeline.nowNanos();
    nanos[current().ordinal()] += now - settledNanos;
    settledNanos = now;
  }

  private Activity current() {
    for (var activity : Activity.values()) {
      if (underWay[activity.ordinal()] > 0) {
        return activity;
      }
    }
    return Activity.NOTHING;
  }

  /** Begins anew: what was put down so far is forgotten. */
  public void clear() {
    settle();
    Arrays.fill(nanos, 0);
  }

  /** Nanoseconds of each activity up to now; they add up to all that has passed. */
  public Map<Activity, Long> nanos() {
    settle();
    var entries = new EnumMap<Activity, Long>(Activity.class);
    for (var activity : Activity.values()) {
      entries.put(activity, nanos[activity.ordinal()]);
    }
    return entries;
  }
}
