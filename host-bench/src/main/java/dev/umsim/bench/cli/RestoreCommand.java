package dev.umsim.bench.cli;

import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.journal.Restoration;
import dev.umsim.bench.journal.RestoreLine;
import dev.umsim.bench.journal.StopRequest;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
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
  @ParentCommand private Main main;

  @Parameters(index = "0", paramLabel = "JOURNAL", description = "The journal that was left.")
  private Path journal;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description =
          "The device, where it is not found by the name that it had. A server or a program is only"
              + " asked for it when it is named here.")
  private String target;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Behind --: what the program of an exec: target is started with.")
  private List<String> programArguments;

  @Mixin private ConnectionOptions connection;

  @Option(names = "--yes", description = "Do not ask before the device is written.")
  private boolean yes;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    main.claims().make("JOURNAL", journal);
    var notation = notation();
    var arguments = programArguments == null ? List.<String>of() : programArguments;
    TargetOptions.claim(notation, arguments, main.claims());
    // What has been begun is brought to its end.
    var stop = new StopRequest(() -> note(TargetOptions.END_NOTE));
    try (var opened = Targets.open(notation, connection.with(arguments))) {
      long blocks = Restoration.run(journal, opened, device -> requirePermission(notation, device));
      Files.delete(journal);
      spec.commandLine()
          .getOut()
          .println(blocks + (blocks == 1 ? " block was" : " blocks were") + " put back");
    } finally {
      stop.close();
    }
    return Errors.GOOD;
  }

  /** A file alone starts no program and opens no connection. */
  private TargetNotation notation() throws IOException {
    var named = Restoration.target(InputFile.require(journal));
    if (target == null && !RestoreLine.isOpenedByName(named)) {
      throw new NotationException(
          journal
              + " is of "
              + named.text()
              + "; say that this is meant: "
              + RestoreLine.of(journal, named, List.of())
              + (named instanceof TargetNotation.Program
                  ? ", with -- and its arguments behind it"
                  : ""));
    }
    var notation = target == null ? named : TargetNotation.parse(target);
    if (notation instanceof TargetNotation.Simulated) {
      throw new NotationException(
          notation.text() + " is simulated, and journals are of real devices; name one");
    }
    return notation;
  }

  private void note(String text) {
    spec.commandLine().getErr().println("ums: note: " + text);
  }

  private void requirePermission(TargetNotation notation, String device) {
    if (!yes && !(notation instanceof TargetNotation.Program)) {
      WriteQuestion.ask("write to " + notation.text() + ", " + device, "This is what was there.");
    }
  }
}
