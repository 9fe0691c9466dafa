package dev.umsim.bench.cli;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.journal.Restoration;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums restore}: puts back what was on a device before ums wrote to it. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Puts back what was on a device before it was written, after ums could not do so itself.",
      "",
      "The device has to be the one that the journal is of. What is put back is read again and"
          + " compared; the journal is deleted then."
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "JOURNAL", description = "The journal that was left.")
  private Path journal;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "The device, where it is not found by the name that it had.")
  private String target;

  @Option(
      names = "--interface",
      paramLabel = "N",
      description = "The mass storage interface of a device that has several.")
  private Integer interfaceNumber;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    InputFile.require(journal);
    var notation = TargetNotation.parse(target == null ? Restoration.target(journal) : target);
    try (var opened = open(notation)) {
      long blocks = Restoration.run(journal, opened);
      Files.delete(journal);
      spec.commandLine()
          .getOut()
          .println(blocks + (blocks == 1 ? " block was" : " blocks were") + " put back");
    }
    return Errors.GOOD;
  }

  private Target open(TargetNotation notation) throws IOException {
    if (notation instanceof TargetNotation.Simulated) {
      throw new NotationException(
          notation.text() + " is simulated, and journals are of real devices; name one");
    }
    var number = interfaceNumber == null ? OptionalInt.empty() : OptionalInt.of(interfaceNumber);
    return Targets.open(notation, new Connection(number, List.of()));
  }
}
