package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import dev.umsim.sim.time.Activity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

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
    fields.put("explained", row.explained().map(RowFields::explained).orElse(null));
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
    return row.nanos() == 0
        ? null
        : BigDecimal.valueOf(row.bytes())
            .multiply(NANOS_PER_SECOND)
            .divide(BigDecimal.valueOf(row.nanos()), scale, RoundingMode.HALF_EVEN);
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
