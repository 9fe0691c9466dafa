package dev.umsim.bench.cli;

import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.sim.profile.Layer;
import dev.umsim.sim.profile.ProfileKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums profile}: the numbers that the time of a device follows from. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ProfileCommand.Show.class,
      ProfileCommand.Check.class,
      ProfileCommand.Keys.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows and checks profiles: the numbers that the time of a device and its host follow from.",
      "",
      "A file of your own may begin with the line extends = \"NAME\", where NAME is one of: ums list"
          + " profiles. Files cannot be extended."
    })
final class ProfileCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** {@code ums profile show}. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description = {
        "Prints a profile as a whole: a file with every value and where it comes from.",
        "",
        "What is printed can be changed, and used as a file."
      })
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME|FILE", description = "A profile, or a file ending in .toml.")
    private String profile;

    @Option(names = "-v", description = "Show where an error comes from.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
      spec.commandLine().getOut().print(ProfileNotation.parse(profile).toml());
      return Errors.GOOD;
    }
  }

  /** {@code ums profile check}. */
  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description = {
        "Checks that a file is a profile.",
        "",
        "Exit status 1 if it is none; the line that is wrong is named."
      })
  static final class Check implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file;

    @Option(names = "-v", description = "Show where an error comes from.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
      var profile = ProfileNotation.read(file);
      var description = profile.description().isEmpty() ? "" : " (" + profile.description() + ")";
      spec.commandLine()
          .getOut()
          .printf(
              "%s is good: %s%s, %s speed, %d values%n",
              file,
              profile.name(),
              description,
              profile.word(ProfileKey.SPEED),
              profile.settings().size());
      return Errors.GOOD;
    }
  }

  /** {@code ums profile keys}. */
  @Command(
      name = "keys",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description = "Lists the values that a profile has: unit, meaning, and what is possible.")
  static final class Keys implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      var out = spec.commandLine().getOut();
      for (var layer : Layer.values()) {
        out.println((layer.ordinal() == 0 ? "[" : "\n[") + layer + "]");
        var table =
            new TextTable(
                List.of(
                    new Column("key", false),
                    new Column("unit", false),
                    new Column("meaning", false),
                    new Column("possible", false)));
        for (var key : ProfileKey.of(layer)) {
          var unit = key.unit().map(Object::toString).orElse("-");
          table.add(List.of(key.key(), unit, key.meaning(), key.wanted()));
        }
        table.write(out);
      }
      return Errors.GOOD;
    }
  }
}
