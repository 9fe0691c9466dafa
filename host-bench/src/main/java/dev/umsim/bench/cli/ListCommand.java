package dev.umsim.bench.cli;

import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ums list}: what is there to choose from? */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ListTargetsCommand.class,
      ListCommand.ListProfiles.class,
      ListDeviationsCommand.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "WHAT",
    description = "Lists what the program knows.")
final class ListCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing what to list");
  }

  /** {@code ums list profiles}. */
  @Command(
      name = "profiles",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description = {
        "Lists the devices with their firmware whose time is modelled.",
        "",
        "They are targets, sim:NAME, and are given to --profile, ums compare and ums sweep."
      })
  static final class ListProfiles implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      var table =
          new TextTable(
              List.of(
                  new Column("name", false),
                  new Column("speed", false),
                  new Column("description", false)));
      for (var name : Profiles.names()) {
        var profile = Profiles.named(name);
        table.add(List.of(name, profile.word(ProfileKey.SPEED), profile.description()));
      }
      table.write(spec.commandLine().getOut());
      return Errors.GOOD;
    }
  }
}
