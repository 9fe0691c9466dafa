package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.journal.EndSignals;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the {@code ums} command. */
@Command(
    name = "ums",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      CheckCommand.class,
      BenchCommand.class,
      CompareCommand.class,
      SweepCommand.class,
      AdviseCommand.class,
      ReplayCommand.class,
      RecordCommand.class,
      ExplainCommand.class,
      RestoreCommand.class,
      ServeCommand.class,
      CtlCommand.class,
      ImageCommand.class,
      FidelityCommand.class,
      CalibrateCommand.class,
      MeasureCommand.class,
      ProfileCommand.class,
      FirmwareCommand.class,
      ListCommand.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = "Simulates, checks and measures USB mass storage devices.",
    footer = {
      "",
      "Exit status: 0 all is good; 1 the result is bad (data differed, a check failed, a file could"
          + " not be used); 2 the command was wrong; 3 the target could not be reached or went away;"
          + " 129, 130 or 143 it was ended by SIGHUP, Ctrl-C or SIGTERM, and all is as it was."
    })
public final class Main implements Runnable {

  private final TargetOpener targets;
  private final boolean records;
  private final FileClaims claims;
  private final List<BooleanSupplier> endings = new ArrayList<>();

  @Spec private CommandSpec spec;

  Main() {
    this((notation, writes, options) -> options.open(notation, writes), false, new FileClaims());
  }

  private Main(TargetOpener targets, boolean records, FileClaims claims) {
    this.targets = targets;
    this.records = records;
    this.claims = claims;
  }

  /** The program, whose targets are opened like this and write down what goes over their wires. */
  static Main recording(TargetOpener targets, FileClaims claims) {
    return new Main(targets, true, claims);
  }

  /** What files the command uses and writes. */
  FileClaims claims() {
    return claims;
  }

  /**
   * Has something done when the command has ended, however it did.
   *
   * @param ending whether that went well; if not, the result of the command is bad
   */
  void endWith(BooleanSupplier ending) {
    endings.add(ending);
  }

  private int executeToItsEnd(ParseResult parsed) {
    requireKnown(parsed);
    boolean ended = false;
    int status;
    try {
      status = new RunLast().execute(parsed);
    } finally {
      ended = endAll();
    }
    return status == Errors.GOOD && !ended ? Errors.BAD_RESULT : status;
  }

  private boolean endAll() {
    boolean well = true;
    for (var ending : endings) {
      well &= ending.getAsBoolean();
    }
    endings.clear();
    return well;
  }

  /** Whether what goes over the wire is written down. */
  boolean records() {
    return records;
  }

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, false);
    var err = new PrintWriter(System.err, true);
    EndSignals.takeOver();
    int status = execute(out, err, args);
    // What a signal has ended early was not all that was asked for.
    System.exit(status == Errors.GOOD ? EndSignals.status().orElse(status) : status);
  }

  /** Runs the command; returns its exit status. */
  static int execute(PrintWriter out, PrintWriter err, String... args) {
    int status;
    try {
      status = new Main().commandLine(out, err).execute(args);
    } catch (OutOfMemoryError e) {
      // A medium in memory has grown: everything on the way here has let go of it.
      err.println(
          "ums: this takes more memory than Java may have; choose a smaller --size, or give it"
              + " more: UMS_JAVA_OPTS=-Xmx4g ums …");
      return Errors.BAD_RESULT;
    } catch (Error e) {
      return Errors.fault(e, err, Arrays.asList(args).contains("-v"));
    }
    // What does not end in a line's end of its own would be lost.
    err.flush();
    // Flushes; a full disk or a closed pipe shows here.
    if (out.checkError() && status == Errors.GOOD) {
      err.println(
          "ums: standard output could not be written; is its disk full or its reader gone?");
      return Errors.BAD_RESULT;
    }
    return status;
  }

  CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return PlainValues.register(new CommandLine(this))
        .setOut(out)
        .setErr(err)
        .setUsageHelpAutoWidth(true)
        .setExecutionStrategy(this::executeToItsEnd)
        .setParameterExceptionHandler(Errors::wrongCommand)
        .setExecutionExceptionHandler(Errors::failed);
  }

  /** Help for a command does not make right what stands around it. */
  private static void requireKnown(ParseResult parsed) {
    for (var each = parsed; each != null; each = each.subcommand()) {
      if (!each.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(each.commandSpec().commandLine(), each.unmatched());
      }
    }
  }

  /** How its commands open their targets. */
  TargetOpener targets() {
    return targets;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of the jar; in a folder of classes it is not known. */
  static Optional<String> version() {
    return Optional.ofNullable(Main.class.getPackage().getImplementationVersion());
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ums " + version().orElse("(unpackaged)")};
    }
  }
}
