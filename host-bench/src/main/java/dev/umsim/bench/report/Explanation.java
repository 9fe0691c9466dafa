package dev.umsim.bench.report;

import dev.umsim.sim.time.Activity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the time of a row went, in lines below it. */
final class Explanation {
  /** What the lines do not show. */
  static final String OVERLAP =
      "Where several go on at once, as the bus and a medium that reads ahead, time belongs to the one"
          + " that is named first.";

  private Explanation() {}

  /** A line for each activity that took time, to the nanosecond, and one for the whole. */
  static List<String> lines(Map<Activity, Long> activities) {
    long whole = activities.values().stream().mapToLong(Long::longValue).sum();
    var lines = new ArrayList<String>();
    for (var activity : Activity.values()) {
      long nanos = activities.getOrDefault(activity, 0L);
      if (nanos > 0) {
        lines.add(line(activity.toString(), nanos, whole));
      }
    }
    lines.add(line("the whole", whole, whole));
    return lines;
  }

  private static String line(String words, long nanos, long whole) {
    double percent = whole == 0 ? 0 : 100.0 * nanos / whole;
    return String.format(
        Locale.ROOT,
        "         %-14s  %16s s  %6.2f %%",
        words,
        BigDecimal.valueOf(nanos, 9).toPlainString(),
        percent);
  }
}
