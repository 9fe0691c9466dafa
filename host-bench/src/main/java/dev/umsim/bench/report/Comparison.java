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

/** The same workloads on several devices, side by side. */
public final class Comparison {
  private static final int RATIO_DIGITS = 6;

  private final List<List<Sample>> lines;
  private final long seed;

  /**
   * @param lines for each workload a row of every device; the first is the one that the others are
   *     compared with
   */
  public Comparison(List<List<Sample>> lines, long seed) {
    this.lines = List.copyOf(lines);
    this.seed = seed;
  }

  /** The rows with their ratio to the first device, as JSON names them. */
  public List<Map<String, Object>> fields() {
    var rows = new ArrayList<Map<String, Object>>();
    for (var line : lines) {
      for (var row : line) {
        var fields = RowFields.of(row);
        fields.put("timeRatio", ratio(row, line.get(0)));
        rows.add(fields);
      }
    }
    return rows;
  }

  /** Writes which device has which letter, and the table. */
  public void write(Appendable to) throws IOException {
    var devices = lines.get(0);
    to.append("host " + devices.get(0).host() + ", seed " + seed + "\n\n");
    for (int index = 0; index < devices.size(); index++) {
      to.append(letter(index) + "  " + devices.get(index).target() + "\n");
    }
    to.append('\n');
    var columns = new ArrayList<>(List.of(new Column("workload", false)));
    columns.add(new Column("block size", true));
    columns.add(new Column("bytes", true));
    for (int index = 0; index < devices.size(); index++) {
      columns.add(new Column(letter(index) + ": time", true));
      columns.add(new Column("MB/s", true));
      if (index > 0) {
        columns.add(new Column("time " + letter(index) + "/" + letter(0), true));
      }
    }
    var table = new TextTable(columns);
    lines.forEach(line -> table.add(cells(line)));
    table.write(to);
  }

  private static List<String> cells(List<Sample> line) {
    var first = line.get(0);
    var cells = new ArrayList<String>();
    cells.add(first.workload());
    cells.add(SizeNotation.format(first.commandBytes()));
    cells.add(String.format(Locale.ROOT, "%,d", first.bytes()));
    for (var row : line) {
      cells.add(TextReport.seconds(row.nanos()));
      cells.add(rate(row));
      if (row != first) {
        var ratio = ratio(row, first);
        cells.add(ratio == null ? "?" : String.format(Locale.ROOT, "%.3f", ratio));
      }
    }
    return cells;
  }

  static String rate(Sample row) {
    var rate = RowFields.bytesPerSecond(row, 9);
    return rate == null ? "?" : TextReport.megabytes(rate);
  }

  /** How many times as long it took; null where the first took none. */
  private static BigDecimal ratio(Sample row, Sample first) {
    return first.nanos() == 0
        ? null
        : BigDecimal.valueOf(row.nanos())
            .divide(BigDecimal.valueOf(first.nanos()), RATIO_DIGITS, RoundingMode.HALF_EVEN);
  }

  private static String letter(int index) {
    return index < 26 ? Character.toString('A' + index) : "P" + (index + 1);
  }
}
