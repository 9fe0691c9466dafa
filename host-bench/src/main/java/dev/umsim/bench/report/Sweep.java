package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.bench.workload.Swept;
import dev.umsim.bench.workload.SweptKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One workload with several values of one or two keys, the fastest marked. */
public final class Sweep {
  private final List<SweptKey> keys;
  private final List<Map<Swept, String>> points;
  private final List<Optional<Sample>> rows;
  private final long seed;
  private final long bestNanos;

  /**
   * @param keys one or two
   * @param points every value of the first key with every one of the second
   * @param rows one for each point, or nothing where it failed; at least one is there
   */
  public Sweep(
      List<SweptKey> keys,
      List<Map<Swept, String>> points,
      List<Optional<Sample>> rows,
      long seed) {
    this.keys = List.copyOf(keys);
    this.points = List.copyOf(points);
    this.rows = List.copyOf(rows);
    this.seed = seed;
    bestNanos =
        rows.stream().flatMap(Optional::stream).mapToLong(Sample::nanos).min().orElseThrow();
  }

  /** The rows with the values that were set, as JSON names them. */
  public List<Map<String, Object>> fields() {
    var all = new ArrayList<Map<String, Object>>();
    for (int index = 0; index < rows.size(); index++) {
      if (rows.get(index).isEmpty()) {
        continue;
      }
      var set = new LinkedHashMap<String, Object>();
      points.get(index).forEach((key, value) -> set.put(key.toString(), jsonValue(key, value)));
      var fields = RowFields.of(rows.get(index).get());
      fields.put("set", set);
      fields.put("best", isBest(rows.get(index)));
      all.add(fields);
    }
    return all;
  }

  private static Object jsonValue(Swept key, String value) {
    return key.word() ? value : new BigDecimal(value);
  }

  private boolean isBest(Optional<Sample> row) {
    return row.filter(each -> each.nanos() == bestNanos).isPresent();
  }

  /**
   * Writes the table.
   *
   * @param seconds whether a grid has times and not rates
   */
  public void write(boolean seconds, Appendable to) throws IOException {
    var first = rows.stream().flatMap(Optional::stream).findFirst().orElseThrow();
    to.append(
        String.format(
            Locale.ROOT,
            "%s, host %s, %s, block size %s, %,d bytes, seed %d\n\n",
            first.target(),
            swept(Swept.HOST) ? "as below" : first.host(),
            first.workload(),
            swept(Swept.BLOCK_SIZE) ? "as below" : SizeNotation.format(first.commandBytes()),
            first.bytes(),
            seed));
    if (keys.size() == 1) {
      writeList(to);
    } else {
      writeGrid(seconds, to);
    }
  }

  private boolean swept(Swept what) {
    return keys.stream().anyMatch(each -> each.key().equals(what));
  }

  private void writeList(Appendable to) throws IOException {
    var key = keys.get(0);
    var table =
        new TextTable(
            List.of(
                new Column(key.key().toString(), true),
                new Column("simulated time", true),
                new Column("MB/s", true),
                new Column("", false)));
    for (int index = 0; index < rows.size(); index++) {
      var row = rows.get(index);
      table.add(
          List.of(
              key.shown(key.values().get(index)),
              row.map(each -> TextReport.seconds(each.nanos())).orElse("failed"),
              row.map(Comparison::rate).orElse("-"),
              isBest(row) ? "best" : ""));
    }
    table.write(to);
  }

  private static String number(Sample row, boolean seconds) {
    return seconds ? TextReport.seconds(row.nanos()).replace(" s", "") : Comparison.rate(row);
  }

  private void writeGrid(boolean seconds, Appendable to) throws IOException {
    var down = keys.get(0);
    var across = keys.get(1);
    to.append(
        (seconds ? "seconds" : "MB/s")
            + "; "
            + down.key()
            + " down, "
            + across.key()
            + " across; * is the fastest\n\n");
    var columns = new ArrayList<>(List.of(new Column("", true)));
    // The room of the mark, so that numbers end below each other.
    across.values().forEach(each -> columns.add(new Column(across.shown(each) + " ", true)));
    var table = new TextTable(columns);
    int index = 0;
    for (var value : down.values()) {
      var cells = new ArrayList<>(List.of(down.shown(value)));
      for (int column = 0; column < across.values().size(); column++) {
        var row = rows.get(index++);
        var number = row.map(each -> number(each, seconds)).orElse("-");
        cells.add(number + (isBest(row) ? "*" : " "));
      }
      table.add(cells);
    }
    table.write(to);
  }
}
