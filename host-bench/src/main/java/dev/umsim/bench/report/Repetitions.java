package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Copies that were measured more than once: their median and how far they lie apart. */
final class Repetitions {
  private Repetitions() {}

  /** Writes a line for each copy whose repetitions took different times. */
  static void write(List<Sample> rows, Appendable to) throws IOException {
    var times = new LinkedHashMap<String, List<Long>>();
    for (var row : rows) {
      times.computeIfAbsent(row.name(), key -> new ArrayList<>()).add(row.nanos());
    }
    for (var entry : times.entrySet()) {
      var sorted = entry.getValue().stream().sorted().toList();
      long least = sorted.get(0);
      long most = sorted.get(sorted.size() - 1);
      if (least != most) {
        to.append(
            entry.getKey()
                + ": median "
                + TextReport.seconds(median(sorted))
                + ", from "
                + TextReport.seconds(least)
                + " to "
                + TextReport.seconds(most)
                + "\n");
      }
    }
  }

  private static long median(List<Long> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
