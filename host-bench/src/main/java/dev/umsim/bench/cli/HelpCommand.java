package dev.umsim.bench.cli;

import dev.umsim.bench.notation.Spelling;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums help}: what a command does, of whatever level. */
@Command(name = "help", description = "Shows what a command does and how it is written.")
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "A command, and perhaps one of its own; all commands without one.")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    CommandLine shown = spec.commandLine().getParent();
    for (int i = 0; i < names.size(); i++) {
      var next = shown.getSubcommands().get(names.get(i));
      if (next == null) {
        throw new ParameterException(
            shown,
            "there is no command '"
                + String.join(" ", names.subList(0, i + 1))
                + "'"
                + Spelling.hint(names.get(i), shown.getSubcommands().keySet()));
      }
      shown = next;
    }
    shown.usage(spec.commandLine().getOut());
    return Errors.GOOD;
  }
}
