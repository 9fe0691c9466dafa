package dev.umsim.bench.check;

import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Finding;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Step;
import dev.umsim.sim.check.SuiteReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What is printed of results: a line for each, and all about those that were not right. */
public final class CheckText {
  private static final int STEPS_BEFORE = 6;
  private static final int LONGEST_LINE = 160;

  private CheckText() {}

  /** The line of a result. */
  public static String line(CheckResult result) {
    var line =
        String.format(
            "%-14s %s: %s", word(result.outcome()), result.check().id(), result.check().title());
    return result.detail().isEmpty() ? line : line + " (" + result.detail() + ")";
  }

  private static String word(Outcome outcome) {
    return outcome == Outcome.FAIL ? "FAIL" : outcome.toString();
  }

  /** All about the results that were not right. */
  public static void write(
      SuiteReport report, Function<CheckResult, Optional<String>> known, Appendable to)
      throws IOException {
    for (var result : report.results()) {
      var reason = known.apply(result);
      if (reason.isPresent()) {
        to.append("\nknown ").append(result.check().id()).append(": ").append(reason.get());
        to.append('\n');
      } else if (!result.findings().isEmpty()) {
        write(result, to);
      }
    }
    to.append('\n');
  }

  private static void write(CheckResult result, Appendable to) throws IOException {
    var check = result.check();
    to.append('\n').append(word(result.outcome())).append(' ').append(check.id()).append('\n');
    to.append("  ").append(check.title()).append('\n');
    if (isAboutMore(result)) {
      to.append("  about     ").append(check.clause()).append('\n');
    }
    for (var finding : result.findings()) {
      to.append("  clause    ").append(finding.clause()).append('\n');
      to.append("  expected  ").append(finding.expected()).append('\n');
      to.append("  seen      ").append(finding.seen()).append('\n');
      to.append("  known as  ").append(finding.fingerprint()).append('\n');
    }
    if (!check.hosts().isEmpty()) {
      to.append("  hosts     ").append(check.hosts()).append('\n');
    }
    for (var step : around(result)) {
      to.append("    > ").append(cut(step.host())).append('\n');
      to.append("    < ").append(cut(step.answer())).append('\n');
    }
  }

  /** Whether what was found, such as a status that was missing, hid the clause it is all about. */
  static boolean isAboutMore(CheckResult result) {
    var clause = result.check().clause();
    return result.findings().stream().noneMatch(each -> each.clause().equals(clause));
  }

  /** The steps that led to the first finding. */
  private static List<Step> around(CheckResult result) {
    int end = result.findings().stream().mapToInt(Finding::step).min().orElse(0);
    end = Math.min(end, result.trace().size());
    return result.trace().subList(Math.max(0, end - STEPS_BEFORE), end);
  }

  private static String cut(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }

  /** How many there were of each outcome. */
  public static String summary(SuiteReport report) {
    return String.format(
        "%d checks: %d pass, %d fail, %d warn, %d not applicable, %d not run",
        report.results().size(),
        report.count(Outcome.PASS),
        report.count(Outcome.FAIL),
        report.count(Outcome.WARN),
        report.count(Outcome.NOT_APPLICABLE),
        report.count(Outcome.NOT_RUN));
  }
}
