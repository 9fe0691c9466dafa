package dev.umsim.bench.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A set of blocks, kept as ranges that neither overlap nor touch. */
final class BlockRanges {
  /** By its first block, the block behind each range. */
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  /**
   * Blocks in a row.
   *
   * @param count at least 1
   */
  record Range(long firstBlock, long count) {}

  /** The blocks of these that are not in the set, in order. */
  List<Range> missing(long firstBlock, long count) {
    var missing = new ArrayList<Range>();
    long end = firstBlock + count;
    long at = firstBlock;
    var before = ends.floorEntry(firstBlock);
    if (before != null) {
      at = Math.max(at, before.getValue());
    }
    for (var each : ends.subMap(firstBlock, false, end, false).entrySet()) {
      if (each.getKey() > at) {
        missing.add(new Range(at, each.getKey() - at));
      }
      at = Math.max(at, each.getValue());
    }
    if (at < end) {
      missing.add(new Range(at, end - at));
    }
    return missing;
  }

  /** Adds blocks, of which some may be in the set. */
  void add(long firstBlock, long count) {
    long start = firstBlock;
    long end = firstBlock + count;
    for (var near = ends.floorEntry(end);
        near != null && near.getValue() >= start;
        near = ends.floorEntry(end)) {
      start = Math.min(start, near.getKey());
      end = Math.max(end, near.getValue());
      ends.remove(near.getKey());
    }
    ends.put(start, end);
  }
}
