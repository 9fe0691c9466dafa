package dev.umsim.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.sim.check.Catalogue;
import dev.umsim.sim.check.Check;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.SuiteReport;
import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.DeviationClass;
import dev.umsim.sim.deviation.Deviations;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which check finds which deviation, each alone.
 *
 * <p>{@code -Dupdate=golden} writes the table anew.
 */
class DeviationVerdictsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/check/deviations.txt");
  private static final String USUAL = "two disks";

  @TempDir private Path folder;

  /** Devices that deviate, of every kind that a deviation may need to show. */
  private Map<String, String> bodies() throws IOException {
    var cd = folder.resolve("cd.iso");
    try (var file = new RandomAccessFile(cd.toFile(), "rw")) {
      file.setLength(32 << 20);
    }
    var bodies = new LinkedHashMap<String, String>();
    bodies.put(USUAL, "sim:reference?volatile-cache=1M&");
    bodies.put("full speed alone", "sim:reference?speed=full&");
    bodies.put("CD-ROM", "sim:reference?image=" + cd + ",cdrom&");
    bodies.put("3 TiB", "sim:reference?size=3T&");
    return bodies;
  }

  @Test
  void everyDeviationHasItsVerdict() throws IOException {
    var verdicts = new TreeMap<String, Map<String, String>>();
    var bodies = bodies();
    for (var deviation : Deviations.ALL) {
      var found = new LinkedHashMap<String, String>();
      bodies.forEach(
          (name, target) -> {
            var report = run(name, target + "deviation=" + deviation.id());
            for (var result : report.results()) {
              if (result.outcome() == Outcome.FAIL || result.outcome() == Outcome.WARN) {
                found.putIfAbsent(word(result), name);
              }
            }
          });
      verdicts.put(deviation.id(), found);
    }
    var text = text(verdicts);
    if ("golden".equals(System.getProperty("update"))) {
      Files.writeString(GOLDEN, text);
    }
    assertThat(text).isEqualTo(Files.readString(GOLDEN, StandardCharsets.UTF_8));
    for (var deviation : Deviations.ALL) {
      var failed = verdicts.get(deviation.id()).keySet().stream().anyMatch(each -> !warns(each));
      if (deviation.classOf() == DeviationClass.BREAKS_CLAUSE) {
        assertThat(failed).as("%s is found", deviation.id()).isTrue();
      } else {
        assertThat(failed).as("%s fails nothing", deviation.id()).isFalse();
      }
    }
  }

  private static SuiteReport run(String body, String target) {
    return CheckedTarget.run(
        target, body.equals(USUAL) ? CheckedTarget.TWO_DISKS : SimulatedExtras.CONTROLLED);
  }

  private static String word(CheckResult result) {
    return (result.outcome() == Outcome.WARN ? "warns " : "fails ") + result.check().id();
  }

  private static boolean warns(String word) {
    return word.startsWith("warns ");
  }

  private static String text(Map<String, Map<String, String>> verdicts) {
    var lines = new ArrayList<String>();
    lines.add("# Which checks find which deviation, each alone; made with -Dupdate=golden.");
    Set<String> proven = new LinkedHashSet<>();
    for (var verdict : verdicts.entrySet()) {
      lines.add("");
      lines.add(verdict.getKey() + " (" + classOf(verdict.getKey()) + ")");
      verdict
          .getValue()
          .forEach(
              (word, body) -> {
                lines.add("  " + word + (body.equals(USUAL) ? "" : " (" + body + ")"));
                proven.add(word.substring("fails ".length()));
              });
    }
    var unproven =
        Catalogue.ALL.stream().map(Check::id).filter(id -> !proven.contains(id)).toList();
    lines.add("");
    lines.add(proven.size() + " checks are seen to find a deviation.");
    lines.add("");
    lines.add(unproven.size() + " are unproven: no deviation fails them.");
    unproven.forEach(id -> lines.add("  " + id));
    return String.join("\n", lines) + "\n";
  }

  private static String classOf(String id) {
    return Deviations.named(id).map(Deviation::classOf).orElseThrow().toString();
  }
}
