package dev.umsim.bench.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Takes the times of the commands of a copy while it is measured, in memory of fixed size and
 * without any that has to be collected.
 */
final class CopyTimes {
  /** Intervals of a tenth of a second, until there are too many: then twice as long, and so on. */
  static final long FIRST_INTERVAL_NANOS = 100_000_000;

  static final int MOST_INTERVALS = 600;

  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(LONGEST_NANOS, DIGITS);
  private final long[] bytes = new long[MOST_INTERVALS];
  private long intervalNanos = FIRST_INTERVAL_NANOS;

  /**
   * A command has ended.
   *
   * @param startNanos when its wrapper was sent, since the copy began
   * @param endNanos when its status had come, likewise
   * @param movedBytes that it moved
   */
  void add(long startNanos, long endNanos, long movedBytes) {
    histogram.recordValue(Math.min(LONGEST_NANOS, endNanos - startNanos));
    while (endNanos / intervalNanos >= MOST_INTERVALS) {
      doubleIntervals();
    }
    bytes[(int) (endNanos / intervalNanos)] += movedBytes;
  }

  private void doubleIntervals() {
    for (int i = 0; i < MOST_INTERVALS; i++) {
      bytes[i] = 2 * i < MOST_INTERVALS ? bytes[2 * i] + bytes[2 * i + 1] : 0;
    }
    intervalNanos *= 2;
  }

  Latency latency() {
    return new Latency(
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }

  /** Until the copy ended, which may be after its last command with data. */
  Throughput throughput(long copyNanos) {
    while (copyNanos > intervalNanos * MOST_INTERVALS) {
      doubleIntervals();
    }
    int count = Math.max(1, (int) ((copyNanos + intervalNanos - 1) / intervalNanos));
    List<Long> each = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      each.add(bytes[i]);
    }
    if (count < MOST_INTERVALS) {
      // What ended with the copy itself, at the very end of an interval.
      each.set(count - 1, each.get(count - 1) + bytes[count]);
    }
    return new Throughput(
        intervalNanos, Math.max(1, copyNanos - (count - 1) * intervalNanos), each);
  }
}
