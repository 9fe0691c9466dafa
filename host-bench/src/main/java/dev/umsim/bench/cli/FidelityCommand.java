package dev.umsim.bench.cli;

import dev.umsim.bench.fidelity.Calibration;
import dev.umsim.bench.fidelity.Cells;
import dev.umsim.bench.fidelity.Fidelity;
import dev.umsim.bench.fidelity.FidelityReport;
import dev.umsim.bench.fidelity.Fold;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.Outcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums fidelity}: how well does the model say what was measured? */
@Command(
    name = "fidelity",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Runs the model for every cell of the published tables and shows how far off it is.",
      "",
      "Cells are calibrated (a value of the profiles was fitted to them), structural (they were in"
          + " view when a structure was chosen) or predicted. The first run of the model, before any"
          + " but the calibrated cells had been looked at, stands beside the present one."
    })
final class FidelityCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Option(
      names = "--fold",
      paramLabel = "FOLD",
      defaultValue = "sansa",
      converter = FoldConverter.class,
      description =
          "On which device the turnaround of Rockbox is fitted: sansa, as shipped, or ipod.")
  private Fold fold;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What all chance in the model follows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the cells as JSON; - is standard output, in place of the table.")
  private String json;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims())) {
      outputs.reserve("--json", json);
      var output = outputs.open("--json");
      var cells = Cells.all();
      var fidelity =
          fold == Fold.SANSA
              ? new Fidelity(cells, seed)
              : new Calibration(cells, fold, seed).fittedFidelity();
      var report = new FidelityReport(fidelity.run());
      if (output != null) {
        var command = spec.commandLine().getParent().getParseResult().originalArgs();
        JsonReport.write(
            Main.version(), seed, command, report.fields(), Outcome.GOOD, output.text());
        output.finish();
      }
      if (outputs.tableWanted()) {
        report.write(spec.commandLine().getOut());
      }
      return Errors.GOOD;
    }
  }
}
