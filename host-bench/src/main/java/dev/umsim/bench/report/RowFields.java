package dev.umsim.bench.report;

import dev.umsim.bench.copy.Latency;
import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.copy.Throughput;
import dev.umsim.sim.time.Activity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The fields of a row as JSON and CSV name them, in their order: text, whole numbers, decimal
 * numbers, truth values, and null for what is unknown.
 */
public final class RowFields {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  private RowFields() {}

  /** The fields of a row. */
  public static Map<String, Object> of(Sample row) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("target", row.target());
    fields.put("host", row.host());
    fields.put("workload", row.workload());
    fields.put("operation", row.operation().toString());
    fields.put("speed", row.speed().map(RowFields::lowerCase).orElse(null));
    fields.put("blockSize", row.commandBytes());
    fields.put("bytes", row.bytes());
    fields.put("seconds", BigDecimal.valueOf(row.nanos(), 9));
    fields.put("timeBase", lowerCase(row.timeBase()));
    fields.put("bytesPerSecond", bytesPerSecond(row, 3));
    fields.put("commands", row.commands());
    fields.put("busShare", busShare(row));
    fields.put("verified", row.verified().orElse(null));
    fields.put("synchronized", row.synchronizedCache().orElse(null));
    fields.put("explained", row.explained().map(RowFields::explained).orElse(null));
    fields.put("latency", row.latency().map(RowFields::latency).orElse(null));
    fields.put("overTime", row.throughput().map(RowFields::overTime).orElse(null));
    return fields;
  }

  /** The same without those that hold several values. */
  static Map<String, Object> single(Sample row) {
    var fields = of(row);
    fields.keySet().removeAll(List.of("explained", "latency", "overTime"));
    return fields;
  }

  /** Seconds. */
  private static Map<String, Object> latency(Latency latency) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("p50", BigDecimal.valueOf(latency.medianNanos(), 9));
    fields.put("p90", BigDecimal.valueOf(latency.p90Nanos(), 9));
    fields.put("p99", BigDecimal.valueOf(latency.p99Nanos(), 9));
    fields.put("p999", BigDecimal.valueOf(latency.p999Nanos(), 9));
    fields.put("max", BigDecimal.valueOf(latency.maxNanos(), 9));
    return fields;
  }

  private static Map<String, Object> overTime(Throughput throughput) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("intervalSeconds", BigDecimal.valueOf(throughput.intervalNanos(), 9));
    fields.put(
        "bytesPerSecond",
        IntStream.range(0, throughput.bytes().size())
            .mapToObj(i -> rate(throughput.bytes().get(i), throughput.nanos(i), 3))
            .toList());
    return fields;
  }

  /** Seconds of each activity. */
  private static Map<String, Object> explained(Map<Activity, Long> activities) {
    var fields = new LinkedHashMap<String, Object>();
    for (var activity : Activity.values()) {
      fields.put(camelCase(activity), BigDecimal.valueOf(activities.getOrDefault(activity, 0L), 9));
    }
    return fields;
  }

  private static String camelCase(Activity activity) {
    var name = new StringBuilder();
    for (var word : activity.toString().split(" ")) {
      name.append(
          name.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }

  private static String lowerCase(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /** Null where no time has passed. */
  static BigDecimal bytesPerSecond(Sample row, int scale) {
    return row.nanos() == 0 ? null : rate(row.bytes(), row.nanos(), scale);
  }

  /** Bytes per second. */
  static BigDecimal rate(long bytes, long nanos, int scale) {
    return BigDecimal.valueOf(bytes)
        .multiply(NANOS_PER_SECOND)
        .divide(BigDecimal.valueOf(nanos), scale, RoundingMode.HALF_EVEN);
  }

  /** Null where no time has passed or the bus has no limit. */
  static BigDecimal busShare(Sample row) {
    var rate = bytesPerSecond(row, 9);
    return rate == null || row.busBytesPerSecond().isEmpty()
        ? null
        : rate.divide(
            BigDecimal.valueOf(row.busBytesPerSecond().getAsLong()), 6, RoundingMode.HALF_EVEN);
  }
}
