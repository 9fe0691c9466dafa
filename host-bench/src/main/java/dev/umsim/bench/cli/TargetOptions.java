package dev.umsim.bench.cli;

import dev.umsim.bench.target.Connection;
import dev.umsim.bench.target.NotationException;
import dev.umsim.bench.target.Target;
import dev.umsim.bench.target.TargetNotation;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How a command uses a device that is not simulated in this process. */
final class TargetOptions {
  @Option(
      names = "--interface",
      paramLabel = "N",
      description = "The mass storage interface of a device that has several.")
  private Integer interfaceNumber;

  /** What stands behind {@code --}. */
  private List<String> programArguments = List.of();

  /** The same with what stands behind the target and {@code --}. */
  TargetOptions with(List<String> arguments) {
    programArguments = arguments == null ? List.of() : arguments;
    return this;
  }

  /** Opens a target as a command without these options does, or with them. */
  Target open(TargetNotation notation, Target.Writes writes) throws IOException {
    boolean program = notation instanceof TargetNotation.Program;
    if (!program && !programArguments.isEmpty()) {
      throw new NotationException(
          "'"
              + programArguments.get(0)
              + "' is left over: a command has one target, and only those of exec: are given"
              + " arguments");
    }
    if (notation instanceof TargetNotation.Simulated) {
      return Target.open(notation, writes);
    }
    var number = interfaceNumber == null ? OptionalInt.empty() : OptionalInt.of(interfaceNumber);
    return Target.open(notation, new Connection(number, programArguments));
  }
}
