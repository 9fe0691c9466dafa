package dev.umsim.bench.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes the rows of a report as comma-separated values (RFC 4180), under a line with the names
 * that the fields have in JSON. Unknown is empty. What is no single value has no column: where the
 * time went, latency and throughput over time.
 */
public final class CsvReport {
  private CsvReport() {}

  /** Writes a line of names and a line for each row. */
  public static void write(Report report, Appendable to) throws IOException {
    boolean first = true;
    for (var row : report.rows()) {
      var fields = RowFields.single(row);
      if (first) {
        to.append(String.join(",", fields.keySet())).append('\n');
        first = false;
      }
      to.append(fields.values().stream().map(CsvReport::field).collect(Collectors.joining(",")))
          .append('\n');
    }
  }

  private static String field(Object value) {
    var text =
        value instanceof BigDecimal number ? number.toPlainString() : Objects.toString(value, "");
    return text.matches("(?s).*[\",\r\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
