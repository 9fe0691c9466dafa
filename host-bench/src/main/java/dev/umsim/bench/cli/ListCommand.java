package dev.umsim.bench.cli;

import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ums list}: what is there to choose from? */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {ListTargetsCommand.class, ListCommand.ListDeviations.class, HelpCommand.class},
    synopsisSubcommandLabel = "WHAT",
    description = "Lists what the program knows.")
final class ListCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing what to list");
  }

  /** {@code ums list deviations}. */
  @Command(
      name = "deviations",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      sortOptions = false,
      description = {
        "Lists the ways in which the reference device can be made to depart from the standards.",
        "",
        "They are switched on in a target: sim:reference?deviation=NAME,NAME."
      })
  static final class ListDeviations implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--markdown", description = "Write the page of the documentation.")
    private boolean markdown;

    @Override
    public Integer call() {
      var out = spec.commandLine().getOut();
      if (markdown) {
        out.print(DeviationsPage.text());
      } else {
        int width = Deviations.ALL.stream().mapToInt(each -> each.id().length()).max().orElse(1);
        for (Deviation each : Deviations.ALL) {
          out.printf("%-" + width + "s  %s%n", each.id(), each.effect());
        }
      }
      return Errors.GOOD;
    }
  }
}
