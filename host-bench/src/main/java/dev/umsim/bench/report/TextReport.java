package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** Writes the rows of a report as a table for people. */
public final class TextReport {
  private TextReport() {}

  /**
   * Writes what was measured, the table, and below it how far repetitions lie apart, if they do.
   */
  public static void write(Report report, Appendable to) throws IOException {
    for (var row : report.rows().subList(0, Math.min(1, report.rows().size()))) {
      to.append(row.target() + ", host " + row.host() + ", seed " + report.seed() + "\n\n");
    }
    var table = new TextTable(columns(report));
    for (var row : report.rows()) {
      table.add(cells(row));
      row.explained().ifPresent(activities -> Explanation.lines(activities).forEach(table::note));
      RealTimes.lines(row).forEach(table::note);
    }
    report
        .outcome()
        .failures()
        .forEach(failure -> table.note(failure.where() + ": FAILED, " + failure.line()));
    table.write(to);
    if (report.rows().stream().anyMatch(row -> row.explained().isPresent())) {
      to.append('\n').append(Explanation.OVERLAP).append('\n');
    }
    Repetitions.write(report.rows(), to);
  }

  private static List<Column> columns(Report report) {
    boolean simulated =
        report.rows().stream().allMatch(row -> row.timeBase() == TimeBase.SIMULATED);
    boolean sequential =
        report.rows().stream().allMatch(row -> row.workload().equals(Sample.SEQUENTIAL));
    return List.of(
        new Column("speed", false),
        new Column(sequential ? "operation" : "workload", false),
        new Column("block size", true),
        new Column("bytes", true),
        new Column(simulated ? "simulated time" : "time", true),
        new Column("MB/s", true),
        new Column("commands", true),
        new Column("of bus limit", true),
        new Column("data", false));
  }

  private static List<String> cells(Sample row) {
    var rate = RowFields.bytesPerSecond(row, 9);
    var share = RowFields.busShare(row);
    return List.of(
        row.speed().map(speed -> speed.name().toLowerCase(Locale.ROOT)).orElse("?"),
        row.activity(),
        SizeNotation.format(row.commandBytes()),
        String.format(Locale.ROOT, "%,d", row.bytes()),
        seconds(row.nanos()),
        rate == null ? "?" : megabytes(rate),
        String.format(Locale.ROOT, "%,d", row.commands()),
        share == null ? "-" : String.format(Locale.ROOT, "%.1f %%", share.movePointRight(2)),
        data(row));
  }

  private static String data(Sample row) {
    var data = row.verified().map(good -> good ? "verified" : "WRONG").orElse("not verified");
    return row.synchronizedCache().orElse(true) ? data : data + ", not synchronized";
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", BigDecimal.valueOf(nanos, 9));
  }

  static String megabytes(BigDecimal bytesPerSecond) {
    return String.format(Locale.ROOT, "%.3f", bytesPerSecond.movePointLeft(6));
  }
}
