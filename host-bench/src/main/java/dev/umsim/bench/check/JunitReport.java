package dev.umsim.bench.check;

import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Finding;
import dev.umsim.sim.check.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Results as the XML of JUnit, which CI systems read: a test case for each check. */
public final class JunitReport {
  private final Function<CheckResult, Optional<String>> known;

  /**
   * @param known why the failure of a check is lived with
   */
  public JunitReport(Function<CheckResult, Optional<String>> known) {
    this.known = known;
  }

  /** Writes it. */
  public void write(String target, List<CheckResult> results, Appendable to) throws IOException {
    long failures = results.stream().filter(this::fails).count();
    long skipped = results.stream().filter(each -> skipped(each).isPresent()).count();
    long nanos = results.stream().mapToLong(CheckResult::nanos).sum();
    to.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    to.append(
        "<testsuite name=\"ums check "
            + escaped(target)
            + "\" tests=\""
            + results.size()
            + "\" failures=\""
            + failures
            + "\" errors=\"0\" skipped=\""
            + skipped
            + "\" time=\""
            + seconds(nanos)
            + "\">\n");
    for (var result : results) {
      write(result, to);
    }
    to.append("</testsuite>\n");
  }

  private boolean fails(CheckResult result) {
    return result.outcome() == Outcome.FAIL && known.apply(result).isEmpty();
  }

  /** Why a check says nothing about the device. */
  private Optional<String> skipped(CheckResult result) {
    return switch (result.outcome()) {
      case NOT_APPLICABLE, NOT_RUN -> Optional.of(result.detail());
      case FAIL -> known.apply(result).map(reason -> "known: " + reason);
      case PASS, WARN -> Optional.empty();
    };
  }

  private void write(CheckResult result, Appendable to) throws IOException {
    var check = result.check();
    to.append(
        "  <testcase classname=\""
            + escaped("ums." + check.group())
            + "\" name=\""
            + escaped(check.id())
            + "\" time=\""
            + seconds(result.nanos())
            + "\"");
    var skipped = skipped(result);
    if (skipped.isPresent()) {
      to.append(">\n    <skipped message=\"" + escaped(skipped.get()) + "\"/>\n  </testcase>\n");
    } else if (result.findings().isEmpty()) {
      to.append("/>\n");
    } else {
      boolean fails = result.outcome() == Outcome.FAIL;
      var first = result.findings().get(0);
      to.append(">\n    ");
      to.append(
          fails
              ? "<failure message=\""
                  + escaped("expected " + first.expected() + ", seen " + first.seen())
                  + "\" type=\""
                  + escaped(first.clause())
                  + "\">"
              : "<system-out>");
      to.append(escaped(check.title() + "\n"));
      if (CheckText.isAboutMore(result)) {
        to.append(escaped("about " + check.clause() + "\n"));
      }
      for (var finding : result.findings()) {
        to.append(escaped(text(finding)));
      }
      for (var step : result.trace()) {
        to.append(escaped("> " + cut(step.host()) + "\n< " + cut(step.answer()) + "\n"));
      }
      to.append(fails ? "</failure>\n" : "</system-out>\n").append("  </testcase>\n");
    }
  }

  private static String cut(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "...";
  }

  private static String text(Finding finding) {
    return finding.clause()
        + "\n  expected "
        + finding.expected()
        + "\n  seen     "
        + finding.seen()
        + "\n";
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).toPlainString();
  }

  /** Characters that XML has no place for are left out. */
  private static String escaped(String text) {
    var escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> {
                  if (c >= ' ' && c != 0x7f && (c < 0xd800 || c > 0xdfff) && c < 0xfffe) {
                    escaped.appendCodePoint(c);
                  } else {
                    escaped.append('?');
                  }
                }
              }
            });
    return escaped.toString();
  }
}
