package dev.umsim.bench.cli;

import dev.umsim.bench.check.Baseline;
import dev.umsim.bench.check.CheckRows;
import dev.umsim.bench.check.CheckText;
import dev.umsim.bench.check.JunitReport;
import dev.umsim.bench.check.SavedExchanges;
import dev.umsim.bench.check.TargetDevice;
import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.sim.check.Catalogue;
import dev.umsim.sim.check.Check;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Group;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Suite;
import dev.umsim.sim.check.SuiteOptions;
import dev.umsim.sim.check.SuiteReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums check}: does a device do what the standards say? */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Checks whether a device does what USB 2.0, Bulk-Only Transport and SCSI say.",
      "",
      "Each check is one clause. What a standard leaves to the device fails nothing.",
      "Exit status 0 if no check fails; 1 if one does, or none passes, or the device dies."
    })
final class CheckCommand implements Callable<Integer> {
  /** Far more than any baseline has. */
  private static final long BASELINE_BYTES_MAX = 16 << 20;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long NANOS_PER_MINUTE = 60_000_000_000L;

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TARGET", arity = "0..1", description = "The device.")
  private String target;

  @Parameters(
      index = "1..*",
      paramLabel = "ARGUMENT",
      arity = "0..*",
      description = "Behind --: what the program of an exec: target is given.")
  private List<String> programArguments;

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      split = ",",
      description = "Run the checks of these groups only.")
  private List<String> groups;

  @Option(names = "--only", paramLabel = "ID", split = ",", description = "Run these checks only.")
  private List<String> only;

  @Option(
      names = "--except",
      paramLabel = "ID",
      split = ",",
      description = "Leave these checks out.")
  private List<String> except;

  @Option(names = "--list", description = "List the checks and run none.")
  private boolean list;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What is written and where follows from it (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--strict",
      description = "Fail for a broken clause, too, that every known host forgives.")
  private boolean strict;

  @Option(
      names = "--isolate",
      paramLabel = "HOW",
      defaultValue = "reset",
      description =
          "What is done between checks: none; reset brings a device back that answers no more;"
              + " process restarts an exec: target for each (default: ${DEFAULT-VALUE}).")
  private String isolation;

  @Option(
      names = "--nak-timeout",
      paramLabel = "MS",
      defaultValue = "2000",
      description =
          "A transfer without progress for this long counts as unanswered; the check is then run once"
              + " more with 30 s (default: ${DEFAULT-VALUE}).")
  private int nakTimeoutMillis;

  @Option(
      names = "--budget",
      paramLabel = "MINUTES",
      defaultValue = "15",
      description = "After so long no further check is begun (default: ${DEFAULT-VALUE}).")
  private int budgetMinutes;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results as JSON; - is standard output, in place of the text.")
  private String json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the results as the XML of JUnit, a test case for each check.")
  private String junit;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the results as a page; this version cannot yet.",
      hidden = true)
  private String html;

  @Option(
      names = "--save",
      paramLabel = "FOLDER",
      description =
          "Write a file of exchanges for each check that failed, with the legal answers, which ums"
              + " replay plays by itself.")
  private Path save;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "Findings that are lived with, each with its reason: they fail nothing. One that is not"
              + " found again does.")
  private Path baseline;

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      description =
          "Write what has failed as a baseline; reasons of --baseline are kept, others are left"
              + " empty to be filled in.")
  private String writeBaseline;

  @Mixin private TargetOptions options;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    var chosen = chosen();
    if (list) {
      var out = spec.commandLine().getOut();
      Catalogue.ALL.stream()
          .filter(chosen)
          .forEach(each -> out.printf("%-16s %-40s %s%n", each.group(), each.id(), each.title()));
      return Errors.GOOD;
    }
    if (target == null) {
      throw new NotationException("a target is needed, such as sim:reference; see: ums help check");
    }
    if (html != null) {
      throw new NotationException(
          "this version writes no --html; leave it out, or choose --json or --junit");
    }
    var suiteOptions = suiteOptions(chosen);
    var known = known();
    var notation = TargetNotation.parse(target);
    options.with(programArguments).claim(notation, main.claims());
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims())) {
      outputs.reserve("--json", json);
      outputs.reserve("--junit", junit);
      outputs.reserve("--write-baseline", writeBaseline);
      try (var device = options.judged(notation)) {
        return run(device, suiteOptions, known, outputs);
      }
    }
  }

  /** A baseline that is written anew may still have empty reasons. */
  private Baseline known() throws IOException {
    if (baseline == null) {
      return Baseline.NONE;
    }
    boolean same = writeBaseline != null && Path.of(writeBaseline).equals(baseline);
    if (!same) {
      main.claims().read("the baseline", baseline);
    }
    return same && !Files.exists(baseline)
        ? Baseline.NONE
        : Baseline.read(InputFile.require(baseline, BASELINE_BYTES_MAX), !same);
  }

  private int run(TargetDevice device, SuiteOptions suiteOptions, Baseline known, Outputs outputs)
      throws Exception {
    var jsonOutput = outputs.open("--json");
    var junitOutput = outputs.open("--junit");
    var baselineOutput = outputs.open("--write-baseline");
    var out = spec.commandLine().getOut();
    boolean text = outputs.tableWanted();
    var report = judge(device, suiteOptions, result -> progress(result, text));
    var saved = save == null ? Map.<String, String>of() : new SavedExchanges(save, report).save();
    Function<CheckResult, Optional<String>> reason = result -> known.known(result, strict);
    if (text) {
      CheckText.write(report, reason, out);
      out.println(CheckText.summary(report) + permissionHint(report));
    }
    if (jsonOutput != null) {
      var command = spec.commandLine().getParent().getParseResult().originalArgs();
      JsonReport.write(
          CheckRows.SCHEMA,
          Main.version(),
          seed,
          command,
          CheckRows.of(report.results(), reason, saved),
          jsonOutput.text());
      jsonOutput.finish();
    }
    if (junitOutput != null) {
      new JunitReport(reason).write(target, report.results(), junitOutput.text());
      junitOutput.finish();
    }
    if (baselineOutput != null) {
      known.write(report.results(), strict, baselineOutput.text());
      baselineOutput.finish();
    }
    return status(report, known);
  }

  private static SuiteReport judge(
      TargetDevice device, SuiteOptions options, Consumer<CheckResult> progress)
      throws DeviceGoneException {
    try {
      return Suite.run(device, options, progress);
    } catch (DeviceGoneException e) {
      throw device
          .death()
          .map(how -> new DeviceGoneException(e.getMessage() + ": " + how))
          .orElse(e);
    }
  }

  private String permissionHint(SuiteReport report) {
    return report.count(Outcome.NOT_RUN) == 0 ? "" : options.permissionHint(target);
  }

  private void progress(CheckResult result, boolean text) {
    if (text) {
      var out = spec.commandLine().getOut();
      out.println(CheckText.line(result));
      out.flush();
    }
  }

  private int status(SuiteReport report, Baseline known) {
    var gone = known.gone(report.results(), strict);
    gone.forEach(
        each ->
            spec.commandLine()
                .getErr()
                .println("ums: note: " + each + " of the baseline is not found any more"));
    boolean fails =
        report.results().stream()
            .anyMatch(
                each -> each.outcome() == Outcome.FAIL && known.known(each, strict).isEmpty());
    boolean none = report.count(Outcome.PASS) == 0;
    boolean good = !fails && !none && !report.incomplete() && gone.isEmpty();
    return good ? Errors.GOOD : Errors.BAD_RESULT;
  }

  private SuiteOptions suiteOptions(Predicate<Check> chosen) throws IOException {
    if (nakTimeoutMillis < 1) {
      throw new NotationException(
          "--nak-timeout is at least 1 ms, not " + nakTimeoutMillis + "; leave it out for 2000");
    }
    if (budgetMinutes < 1) {
      throw new NotationException(
          "--budget is at least 1 minute, not " + budgetMinutes + "; leave it out for 15");
    }
    long patience = nakTimeoutMillis * NANOS_PER_MILLI;
    return new SuiteOptions(
        chosen,
        seed,
        strict,
        isolation(),
        patience,
        Math.max(patience, SuiteOptions.USUAL.longPatienceNanos()),
        OptionalLong.of(budgetMinutes * NANOS_PER_MINUTE));
  }

  private SuiteOptions.Isolation isolation() {
    return switch (isolation) {
      case "none" -> SuiteOptions.Isolation.NONE;
      case "reset" -> SuiteOptions.Isolation.RESET;
      case "process" -> SuiteOptions.Isolation.PROCESS;
      default ->
          throw new NotationException(
              "--isolate is one of none, reset, process, not '" + isolation + "'");
    };
  }

  private Predicate<Check> chosen() {
    requireKnown("--only", only);
    requireKnown("--except", except);
    if (groups != null) {
      for (var group : groups) {
        if (Arrays.stream(Group.values()).noneMatch(each -> each.toString().equals(group))) {
          throw new NotationException(
              "--group: there is no group '"
                  + group
                  + "' (groups: "
                  + Arrays.stream(Group.values())
                      .map(Group::toString)
                      .collect(Collectors.joining(", "))
                  + ")");
        }
      }
    }
    return check ->
        (groups == null || groups.contains(check.group().toString()))
            && (only == null || only.contains(check.id()))
            && (except == null || !except.contains(check.id()));
  }

  private static void requireKnown(String option, List<String> ids) {
    for (var id : ids == null ? List.<String>of() : ids) {
      if (Catalogue.ALL.stream().noneMatch(each -> each.id().equals(id))) {
        throw new NotationException(
            option + ": there is no check '" + id + "'; see: ums check --list");
      }
    }
  }
}
