package dev.umsim.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long commands of several sizes take: a part that each command takes, and one that each byte
 * takes.
 *
 * <p>Of each size the median counts, so that a command that something else has held up does not.
 */
final class CommandTimes {
  /** Commands of one size. */
  record Size(int bytes, double medianNanos, int commands) {}

  private final List<Size> sizes = new ArrayList<>();

  void add(int bytes, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[middle]
            : (sorted[middle - 1] + (double) sorted[middle]) / 2;
    sizes.add(new Size(bytes, median, nanos.length));
  }

  List<Size> sizes() {
    return List.copyOf(sizes);
  }

  /**
   * Nanoseconds of each byte, by least squares, where every size counts by how far it is off as a
   * share of its time: otherwise the longest commands alone would decide.
   */
  double nanosPerByte() {
    var sums = new Sums(sizes);
    return sums.determinant() == 0 ? 0 : Math.max(0, sums.slope());
  }

  /** The median of the shortest commands. */
  double shortestNanos() {
    return sizes.get(0).medianNanos;
  }

  /** Nanoseconds of each byte in long commands, where what follows overlaps with what is sent. */
  double nanosPerLateByte() {
    if (sizes.size() < 4) {
      return nanosPerByte();
    }
    var from = sizes.get(sizes.size() - 3);
    var to = sizes.get(sizes.size() - 1);
    return Math.max(0, (to.medianNanos - from.medianNanos) / (to.bytes - from.bytes));
  }

  /** Nanoseconds of each command, whatever it moves. */
  double nanosPerCommand() {
    var sums = new Sums(sizes);
    return Math.max(0, (sums.y - nanosPerByte() * sums.x) / sums.weight);
  }

  /** How far the line lies from the worst of the sizes, as a share of that. */
  double worstMiss() {
    double worst = 0;
    for (var size : sizes) {
      double said = nanosPerCommand() + nanosPerByte() * size.bytes;
      worst = Math.max(worst, Math.abs(said / size.medianNanos - 1));
    }
    return worst;
  }

  private static final class Sums {
    private double weight;
    private double x;
    private double y;
    private double xx;
    private double xy;

    Sums(List<Size> sizes) {
      for (var size : sizes) {
        double share = 1 / (size.medianNanos * size.medianNanos);
        weight += share;
        x += share * size.bytes;
        y += share * size.medianNanos;
        xx += share * size.bytes * size.bytes;
        xy += share * size.bytes * size.medianNanos;
      }
    }

    double determinant() {
      return weight * xx - x * x;
    }

    double slope() {
      return (weight * xy - x * y) / determinant();
    }
  }
}
