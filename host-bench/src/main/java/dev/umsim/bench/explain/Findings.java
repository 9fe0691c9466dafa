package dev.umsim.bench.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Things that were seen, each with how often, in the order in which they were seen first. */
final class Findings {
  /** A device that does everything wrong in a new way each time shall not fill the memory. */
  private static final int FINDINGS_MAX = 200;

  private final Map<String, Long> counts = new LinkedHashMap<>();

  void add(String what) {
    if (counts.containsKey(what) || counts.size() < FINDINGS_MAX) {
      counts.merge(what, 1L, Long::sum);
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    counts.forEach((what, count) -> lines.add(count == 1 ? what : what + " (" + count + " times)"));
    return lines;
  }
}
