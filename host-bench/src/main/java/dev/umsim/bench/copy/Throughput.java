package dev.umsim.bench.copy;

import java.util.List;

/**
 * How many bytes of a copy ended in each interval of its time, the first of which begins with the
 * copy.
 *
 * @param intervalNanos length of each interval but the last
 * @param lastNanos length of the last one, which ends with the copy; more than 0
 * @param bytes that ended in each
 */
public record Throughput(long intervalNanos, long lastNanos, List<Long> bytes) {
  public Throughput {
    bytes = List.copyOf(bytes);
    if (intervalNanos < 1 || lastNanos < 1 || lastNanos > intervalNanos || bytes.isEmpty()) {
      throw new IllegalArgumentException(
          "intervals of " + intervalNanos + " ns, the last of " + lastNanos);
    }
  }

  /** Length of an interval in nanoseconds. */
  public long nanos(int index) {
    return index == bytes.size() - 1 ? lastNanos : intervalNanos;
  }
}
