package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.ProfileTarget;
import dev.umsim.bench.simulated.SimulatedDescription;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.capture.Capture;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangeCase;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.MalformedExchangeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums replay}: does a device do what a file of exchanges says? */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Plays a file of exchanges against a device and shows where the device answers differently.",
      "A capture is played as well: what its host did is done to the device, and the time of each"
          + " command on both is shown.",
      "",
      "Exit status 0 if all cases agree, 1 if one differs."
    })
final class ReplayCommand implements Callable<Integer> {
  /** A recording of some hours, and what fits into memory a few times. */
  private static final long FILE_BYTES_MAX = 64 << 20;

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The file, as ums record writes it, or a capture.")
  private Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "The device. Without one, the simulated device that the file describes.")
  private String target;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Behind --: what the program of an exec: target is started with.")
  private List<String> programArguments;

  @Option(names = "--all", description = "Play all cases (default: stop at the first difference).")
  private boolean all;

  @Option(
      names = "--nak-timeout",
      paramLabel = "MS",
      defaultValue = "2000",
      description =
          "A transfer without progress for this long counts as unanswered, on a real device"
              + " (default: ${DEFAULT-VALUE}).")
  private int nakTimeoutMillis;

  @Option(names = "--case", paramLabel = "NAME", description = "Play the case of this name only.")
  private String caseName;

  @Option(
      names = "--device",
      paramLabel = "BUS.ADDRESS",
      description = "The device of a capture that is meant, where it has several.")
  private String device;

  @Mixin private TargetOptions options;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    if (nakTimeoutMillis < 1) {
      throw new NotationException(
          "--nak-timeout is at least 1 ms, not " + nakTimeoutMillis + "; leave it out for 2000");
    }
    boolean capture = Capture.isCapture(InputFile.require(file));
    main.claims().read(capture ? "the capture" : "the exchange file", file);
    if (capture && target == null) {
      throw new NotationException(
          file + " is a capture; say to which device it is to be done, such as sim:reference");
    }
    if (capture && caseName != null) {
      throw new NotationException(file + " is a capture and has no cases; leave --case out");
    }
    if (!capture && device != null) {
      throw new NotationException(file + " is no capture; leave --device out");
    }
    // Before anything is read; what an exchange file describes has no files.
    var named = target == null ? TargetNotation.Simulated.REFERENCE : TargetNotation.parse(target);
    options.with(programArguments).claim(named, main.claims());
    if (capture) {
      return replayCapture(named);
    }
    var exchanges = read();
    if (exchanges.cases().isEmpty()) {
      throw new NotationException(file + " has no case to play; is it an exchange file?");
    }
    var cases = chosen(exchanges.cases());
    try (var opened = open(exchanges)) {
      return play(cases, opened);
    }
  }

  private int play(List<ExchangeCase> cases, Target opened) throws HostException {
    try (var player = player(opened)) {
      return play(cases, player);
    } catch (DeviceGoneException e) {
      var why = opened.lastFailure();
      throw why.isEmpty()
          ? e
          : new DeviceGoneException(e.getMessage() + ": " + why.get().getMessage());
    }
  }

  private int replayCapture(TargetNotation notation) throws IOException, HostException {
    var input = CaptureInput.of(file, device);
    try (var opened = options.open(notation, Writes.TO_OVERLAY)) {
      return new CaptureReplay(
              input,
              all,
              nakTimeoutMillis * 1_000_000L,
              spec.commandLine().getOut(),
              options.permissionHint(target),
              this::note)
          .play(opened);
    }
  }

  private ExchangeFile read() throws IOException {
    try {
      return ExchangeFile.read(InputFile.require(file, FILE_BYTES_MAX));
    } catch (MalformedExchangeException e) {
      throw new NotationException(file + ":" + e.located());
    }
  }

  private List<ExchangeCase> chosen(List<ExchangeCase> cases) {
    if (caseName == null) {
      return cases;
    }
    var chosen = cases.stream().filter(each -> each.name().equals(caseName)).toList();
    if (chosen.isEmpty()) {
      throw new NotationException(
          file
              + " has no case '"
              + caseName
              + "'; its "
              + cases.size()
              + " cases are named by"
              + " the # lines behind empty lines");
    }
    return chosen;
  }

  private Target open(ExchangeFile exchanges) throws IOException {
    var lines = exchanges.device();
    var notation =
        target == null ? SimulatedDescription.usual(lines) : TargetNotation.parse(target);
    if (notation instanceof TargetNotation.Simulated simulated
        && !ProfileTarget.isNamed(simulated)) {
      var folder = file.toAbsolutePath().getParent();
      var description = SimulatedDescription.of(simulated, lines, folder);
      return options.captured(
          Targets.open(description.target(), Writes.TO_OVERLAY, description.extras()));
    }
    var opened = options.with(programArguments).open(notation, Writes.TO_OVERLAY);
    if (!lines.isEmpty()) {
      note(
          "the device lines (!) of "
              + file
              + " are ignored: they describe a simulated device that is no profile");
    }
    return opened;
  }

  private ExchangePlayer player(Target opened) throws HostException {
    try {
      return new ExchangePlayer(
          opened.attach(Collections.max(opened.speeds())),
          opened.interfaceNumber(),
          opened.controls(),
          nakTimeoutMillis * 1_000_000L);
    } catch (HostException e) {
      throw new DeviceGoneException(e.getMessage() + "; is this a mass storage device?");
    }
  }

  private int play(List<ExchangeCase> cases, ExchangePlayer player) throws HostException {
    boolean events =
        cases.stream()
            .flatMap(each -> each.exchanges().stream())
            .anyMatch(exchange -> !exchange.events().isEmpty());
    if (events && !player.comparesEvents()) {
      note("events (=) are not compared: this target does not report any");
    }
    var results = new ArrayList<CaseResult>();
    for (var each : cases) {
      var result = play(each, player);
      print(result);
      results.add(result);
      if (result.difference().isPresent() && !all) {
        break;
      }
    }
    return summarize(results, cases.size());
  }

  private static CaseResult play(ExchangeCase each, ExchangePlayer player) throws HostException {
    try {
      return player.play(each);
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      throw new DeviceGoneException(
          "case '" + each.name() + "': the device cannot be brought back: " + e.getMessage());
    }
  }

  private void print(CaseResult result) {
    var out = spec.commandLine().getOut();
    var name = result.played().name();
    if (result.agrees()) {
      out.println("agrees   " + name);
    }
    result.skipped().ifPresent(why -> out.println("skipped  " + name + " (" + why + ")"));
    result
        .difference()
        .ifPresent(
            difference -> {
              out.println("DIFFERS  " + name);
              DifferenceReport.lines(difference).forEach(line -> out.println("  " + line));
            });
  }

  private int summarize(List<CaseResult> results, int cases) {
    long differing = results.stream().filter(each -> each.difference().isPresent()).count();
    long skipped = results.stream().filter(each -> each.skipped().isPresent()).count();
    long agreeing = results.size() - differing - skipped;
    var line =
        new StringBuilder()
            .append(cases)
            .append(cases == 1 ? " case: " : " cases: ")
            .append(agreeing)
            .append(" agree, ")
            .append(differing)
            .append(differing == 1 ? " differs" : " differ");
    if (skipped > 0) {
      line.append(", ").append(skipped).append(" skipped").append(options.permissionHint(target));
    }
    if (results.size() < cases) {
      line.append(", ").append(cases - results.size()).append(" not played (--all plays them)");
    }
    spec.commandLine().getOut().println(line);
    return differing == 0 ? Errors.GOOD : Errors.BAD_RESULT;
  }

  private void note(String text) {
    spec.commandLine().getErr().println("ums: note: " + text);
  }
}
