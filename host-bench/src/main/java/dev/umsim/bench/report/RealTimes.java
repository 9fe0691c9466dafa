package dev.umsim.bench.report;

import dev.umsim.bench.copy.Latency;
import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.copy.Throughput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** How evenly a copy on real time went, in lines below its row. */
final class RealTimes {
  private RealTimes() {}

  /** The latency of its commands, and its slowest and fastest interval if it had several. */
  static List<String> lines(Sample row) {
    var lines = new ArrayList<String>();
    row.latency().ifPresent(latency -> lines.add(line(latency)));
    row.throughput()
        .filter(each -> each.bytes().size() > 2)
        .ifPresent(each -> lines.add(line(each)));
    return lines;
  }

  private static String line(Latency latency) {
    return String.format(
        Locale.ROOT,
        "         each command: 50 %% in %s, 90 %% %s, 99 %% %s, 99.9 %% %s, all in %s ms",
        millis(latency.medianNanos()),
        millis(latency.p90Nanos()),
        millis(latency.p99Nanos()),
        millis(latency.p999Nanos()),
        millis(latency.maxNanos()));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", BigDecimal.valueOf(nanos, 6));
  }

  /** The last interval is a shorter one, and no measure. */
  private static String line(Throughput throughput) {
    var rates =
        IntStream.range(0, throughput.bytes().size() - 1)
            .mapToObj(i -> RowFields.rate(throughput.bytes().get(i), throughput.nanos(i), 9))
            .sorted()
            .toList();
    return String.format(
        Locale.ROOT,
        "         each %s s: from %s to %s MB/s",
        BigDecimal.valueOf(throughput.intervalNanos(), 9).stripTrailingZeros().toPlainString(),
        TextReport.megabytes(rates.get(0)),
        TextReport.megabytes(rates.get(rates.size() - 1)));
  }
}
