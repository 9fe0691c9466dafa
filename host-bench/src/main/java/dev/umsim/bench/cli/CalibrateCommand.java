package dev.umsim.bench.cli;

import dev.umsim.bench.fidelity.Calibration;
import dev.umsim.bench.fidelity.Cells;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ums calibrate}: do the fitted values come out again? */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Fits the calibrated values of the profiles again, each to its cell, and compares them with"
          + " those that are shipped.",
      "",
      "No cell but the calibrated ones is read. Exit status 1 if a value differs by more than 0.1 %%."
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final double SAME = 1e-3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What all chance in the model follows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    var table =
        new TextTable(
            List.of(
                new Column("cell", false),
                new Column("value", false),
                new Column("shipped", true),
                new Column("fitted", true),
                new Column("differs by", true)));
    boolean same = true;
    for (var fitted : new Calibration(Cells.all(), seed).fit()) {
      same &= Math.abs(fitted.offset()) <= SAME;
      table.add(
          List.of(
              fitted.parameter().cell(),
              fitted.parameter().key().toString(),
              number("%s", fitted.parameter().shipped()),
              number("%.6g", fitted.value()),
              number("%+.3f %%", fitted.offset() * 100)));
    }
    table.write(spec.commandLine().getOut());
    if (!same) {
      spec.commandLine()
          .getErr()
          .println("ums: a fitted value differs from the shipped one by more than 0.1 %");
    }
    return same ? Errors.GOOD : Errors.BAD_RESULT;
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
