package dev.umsim.bench.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the rows of a report as comma-separated values (RFC 4180), under a line with the names
 * that the fields have in JSON. Unknown is empty. What is no single value has no column: where the
 * time went, latency and throughput over time. A row that failed has its error in the last column.
 */
public final class CsvReport {
  private CsvReport() {}

  /** Writes a line of names and a line for each row. */
  public static void write(Report report, Appendable to) throws IOException {
    boolean first = true;
    for (var row : report.rows()) {
      var fields = RowFields.single(row);
      if (first) {
        line(List.copyOf(fields.keySet()), "error", to);
        first = false;
      }
      line(new ArrayList<>(fields.values()), "", to);
    }
    for (var failure : report.outcome().failures()) {
      // Nothing is known of such a row but what kept it from being there.
      int columns = report.rows().isEmpty() ? 0 : RowFields.single(report.rows().get(0)).size();
      line(Collections.nCopies(columns, ""), failure.where() + ": " + failure.line(), to);
    }
  }

  private static void line(List<?> values, String error, Appendable to) throws IOException {
    to.append(
            Stream.concat(values.stream(), Stream.of(error))
                .map(CsvReport::field)
                .collect(Collectors.joining(",")))
        .append('\n');
  }

  private static String field(Object value) {
    var text =
        value instanceof BigDecimal number ? number.toPlainString() : Objects.toString(value, "");
    return text.matches("(?s).*[\",\r\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
