package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.report.TextTable.Column;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The same workloads on several devices, side by side. */
public final class Comparison {
  private static final int RATIO_DIGITS = 6;

  private final List<List<Optional<Sample>>> lines;
  private final long seed;

  /**
   * @param lines for each workload a row of every device; the first is the one that the others are
   *     compared with; nothing where it failed. All of the first workload are there, or else what
   *     is there of it
   */
  public Comparison(List<List<Optional<Sample>>> lines, long seed) {
    this.lines = List.copyOf(lines);
    this.seed = seed;
  }

  /** The rows with their ratio to the first device, as JSON names them. */
  public List<Map<String, Object>> fields() {
    var rows = new ArrayList<Map<String, Object>>();
    for (var line : lines) {
      for (var each : line) {
        each.ifPresent(
            row -> {
              var fields = RowFields.of(row);
              fields.put("timeRatio", ratio(row, line.get(0)));
              rows.add(fields);
            });
      }
    }
    return rows;
  }

  /** Writes which device has which letter, and the table. */
  public void write(Appendable to) throws IOException {
    int devices = lines.get(0).size();
    to.append("host " + any(lines.stream().flatMap(List::stream)).host() + ", seed " + seed);
    to.append("\n\n");
    for (int index = 0; index < devices; index++) {
      int column = index;
      var row = lines.stream().flatMap(line -> line.get(column).stream()).findFirst();
      to.append(letter(index) + "  " + row.map(Sample::target).orElse("failed") + "\n");
    }
    to.append('\n');
    var columns = new ArrayList<>(List.of(new Column("workload", false)));
    columns.add(new Column("block size", true));
    columns.add(new Column("bytes", true));
    for (int index = 0; index < devices; index++) {
      columns.add(new Column(letter(index) + ": time", true));
      columns.add(new Column("MB/s", true));
      if (index > 0) {
        columns.add(new Column("time " + letter(index) + "/" + letter(0), true));
      }
    }
    var table = new TextTable(columns);
    lines.stream()
        .filter(line -> line.stream().anyMatch(Optional::isPresent))
        .forEach(line -> table.add(cells(line)));
    table.write(to);
  }

  private static Sample any(Stream<Optional<Sample>> rows) {
    return rows.flatMap(Optional::stream).findFirst().orElseThrow();
  }

  private static List<String> cells(List<Optional<Sample>> line) {
    var first = any(line.stream());
    var cells = new ArrayList<String>();
    cells.add(first.workload());
    cells.add(SizeNotation.format(first.commandBytes()));
    cells.add(String.format(Locale.ROOT, "%,d", first.bytes()));
    for (int index = 0; index < line.size(); index++) {
      var row = line.get(index);
      cells.add(row.map(each -> TextReport.seconds(each.nanos())).orElse("failed"));
      cells.add(row.map(Comparison::rate).orElse("-"));
      if (index > 0) {
        var ratio = row.map(each -> ratio(each, line.get(0))).orElse(null);
        cells.add(ratio == null ? "?" : String.format(Locale.ROOT, "%.3f", ratio));
      }
    }
    return cells;
  }

  static String rate(Sample row) {
    var rate = RowFields.bytesPerSecond(row, 9);
    return rate == null ? "?" : TextReport.megabytes(rate);
  }

  /** How many times as long it took; null where the first took no time, or failed. */
  private static BigDecimal ratio(Sample row, Optional<Sample> first) {
    return first.isEmpty() || first.get().nanos() == 0
        ? null
        : BigDecimal.valueOf(row.nanos())
            .divide(BigDecimal.valueOf(first.get().nanos()), RATIO_DIGITS, RoundingMode.HALF_EVEN);
  }

  private static String letter(int index) {
    return index < 26 ? Character.toString('A' + index) : "P" + (index + 1);
  }
}
