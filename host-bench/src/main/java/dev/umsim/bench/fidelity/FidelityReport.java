package dev.umsim.bench.fidelity;

import dev.umsim.bench.fidelity.FidelityResult.Ratio;
import dev.umsim.bench.fidelity.FidelityResult.Row;
import dev.umsim.bench.fidelity.FidelityResult.Spread;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Writes what the model says of the measured cells, for people and as fields. */
public final class FidelityReport {
  /** Beyond this a cell counts as missed. */
  private static final double MISS_PERCENT = 15;

  private final FidelityResult result;

  /** A report of this result. */
  public FidelityReport(FidelityResult result) {
    this.result = result;
  }

  /** Writes every cell, the ratios, and how far off all of it is. */
  public void write(Appendable to) throws IOException {
    writeCells(to);
    writeRatios(to);
    writeSummary(to);
  }

  private void writeCells(Appendable to) throws IOException {
    var table =
        new TextTable(
            List.of(
                new Column("cell", false),
                new Column("measured", true),
                new Column("modelled", true),
                new Column("error", true),
                new Column("first run", true),
                new Column("latest first", true),
                new Column("kind", false),
                new Column("why", false)));
    for (var row : result.rows()) {
      table.add(
          List.of(
              row.cell().id(),
              measured(row),
              row.modelled().isPresent() ? seconds(row.modelled()) : "-",
              percent(row.errorPercent()),
              percent(row.firstErrorPercent()),
              percent(row.latestFirstErrorPercent()),
              row.cell().kind().toString(),
              row.cell().reason()));
    }
    table.write(to);
  }

  /** Seconds, or what the page prints where it has none. */
  private static String measured(Row row) {
    return row.cell().seconds().isPresent() ? seconds(row.cell().seconds()) : row.cell().printed();
  }

  private void writeRatios(Appendable to) throws IOException {
    to.append("\nRockbox's time as a multiple of the maker's firmware's\n\n");
    var table =
        new TextTable(
            List.of(
                new Column("row", false),
                new Column("measured", true),
                new Column("modelled", true),
                new Column("error", true),
                new Column("faster", false)));
    for (var ratio : result.rockboxToMaker()) {
      table.add(
          List.of(
              ratio.row(),
              number("%.2f", ratio.measured()),
              number("%.2f", ratio.modelled()),
              number("%+.1f %%", ratio.errorPercent()),
              winner(ratio)));
    }
    table.write(to);
  }

  private static String winner(Ratio ratio) {
    if (!ratio.decided()) {
      return "within 10 %, nobody";
    }
    return (ratio.measured() > 1 ? "the maker's" : "Rockbox")
        + (ratio.sameWinner() ? ", also in the model" : ", but NOT in the model");
  }

  private void writeSummary(Appendable to) throws IOException {
    for (var page : result.pages()) {
      to.append('\n');
      writeSummary(page, result.of(page), to);
    }
  }

  private static void writeSummary(String page, FidelityResult result, Appendable to)
      throws IOException {
    to.append(line(page + ", not fitted", result.notFitted()));
    to.append(line(page + ", of these predicted", result.predicted()));
    if (result.notFittedAtFirst().cells() > 0) {
      to.append(line(page + ", not fitted, first run", result.notFittedAtFirst()));
    }
    if (result.notFittedAtLatestFirst().cells() > 0) {
      to.append(line(page + ", not fitted, latest first run", result.notFittedAtLatestFirst()));
    }
    to.append(page)
        .append(number(", calibrated: at most %.2f %% off\n", result.worstFittedPercent()));
    for (var row : result.modelled()) {
      if (row.cell().kind() != CellKind.REPEAT
          && Math.abs(row.errorPercent().getAsDouble()) > MISS_PERCENT) {
        to.append("missed: ")
            .append(row.cell().id())
            .append(", ")
            .append(percent(row.errorPercent()))
            .append('\n');
      }
    }
  }

  private static String line(String what, Spread spread) {
    return String.format(
        Locale.ROOT,
        "%s: %d cells, median %.1f %% off, %d within 15 %%, %d within 20 %%%n",
        what,
        spread.cells(),
        spread.medianPercent(),
        spread.within15(),
        spread.within20());
  }

  /** The rows as the schema has them; unknown is null. */
  public List<Map<String, Object>> fields() {
    return result.rows().stream().map(FidelityReport::fields).toList();
  }

  private static Map<String, Object> fields(Row row) {
    var fields = new LinkedHashMap<String, Object>();
    boolean timed = row.cell().seconds().isPresent();
    fields.put("source", row.cell().page());
    fields.put("cell", row.cell().id());
    fields.put("measured", timed ? (Object) row.cell().seconds().getAsDouble() : null);
    fields.put("modelled", orNull(row.modelled()));
    fields.put("unit", timed ? "s" : null);
    fields.put("errorPercent", orNull(row.errorPercent()));
    fields.put("kind", row.cell().kind().toString());
    fields.put("firstRunErrorPercent", orNull(row.firstErrorPercent()));
    fields.put("latestFirstRunErrorPercent", orNull(row.latestFirstErrorPercent()));
    fields.put("printedRate", row.cell().printed());
    fields.put("bytesPerSecond", orNull(row.cell().bytesPerSecond()));
    return fields;
  }

  private static Double orNull(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }

  private static String seconds(OptionalDouble seconds) {
    return number("%.3f s", seconds.getAsDouble());
  }

  private static String percent(OptionalDouble percent) {
    return percent.isPresent() ? number("%+.1f %%", percent.getAsDouble()) : "-";
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
