package dev.umsim.bench.check;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.HostException;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Finding;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Step;
import dev.umsim.sim.check.SuiteReport;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.MalformedExchangeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exchange files of the checks that failed, each with the legal answers.
 *
 * <p>What is legal is learned by playing the same host lines against the conformant device: where
 * it answers otherwise before the finding both answers stand there, and at the finding its own.
 */
public final class SavedExchanges {
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final Path folder;
  private final SuiteReport report;

  /**
   * @param folder that the files go to
   */
  public SavedExchanges(Path folder, SuiteReport report) {
    this.folder = folder;
    this.report = report;
  }

  /** Writes them; the names of the files by the ids of their checks. */
  public Map<String, String> save() throws IOException {
    Files.createDirectories(folder);
    var saved = new LinkedHashMap<String, String>();
    for (var result : report.results()) {
      if (result.outcome() == Outcome.FAIL && !result.trace().isEmpty()) {
        var text = exchange(result);
        if (text.isPresent()) {
          var file = folder.resolve(result.check().id() + ".txt");
          Files.writeString(file, text.get());
          saved.put(result.check().id(), file.toString());
        }
      }
    }
    return saved;
  }

  /** The case, with what the conformant device does; nothing if it does the same. */
  private Optional<String> exchange(CheckResult result) throws IOException {
    int steps =
        Math.min(
            result.trace().size(),
            result.findings().stream().mapToInt(Finding::step).max().orElse(0));
    var trace = result.trace().subList(0, steps);
    var answers = new ArrayList<String>();
    trace.forEach(each -> answers.add(answer(each)));
    var legal = new LinkedHashMap<Integer, String>();
    for (int round = 0; round <= steps; round++) {
      var difference = differs(result, trace, answers);
      if (difference.isEmpty()) {
        break;
      }
      int at = difference.get().step();
      legal.put(at, difference.get().answer());
      answers.set(at, answer(trace.get(at)) + "\n< or " + difference.get().answer());
    }
    if (legal.isEmpty()) {
      return Optional.empty();
    }
    int key = Collections.max(legal.keySet());
    answers.set(key, legal.get(key));
    return Optional.of(text(result, trace, answers));
  }

  /** Where nothing answered at all it stands as NAK: a file has no other word for it. */
  private static String answer(Step step) {
    var answer = step.answer();
    return answer.equals("gone") || answer.equals("no response") ? "nak 0" : answer;
  }

  private record Deviating(int step, String answer) {}

  private Optional<Deviating> differs(CheckResult result, List<Step> trace, List<String> answers)
      throws IOException {
    try {
      var file = ExchangeFile.parse(text(result, trace, answers).getBytes(StandardCharsets.UTF_8));
      var notation = TargetNotation.parse(conformant());
      try (var target = Targets.open(notation, Writes.TO_OVERLAY, SimulatedExtras.CONTROLLED);
          var player =
              new ExchangePlayer(
                  target.attach(Collections.max(target.speeds())),
                  target.interfaceNumber(),
                  target.controls(),
                  PATIENCE_NANOS)) {
        return player
            .play(file.cases().get(0))
            .difference()
            .map(each -> new Deviating(each.before().size(), each.observed().answer().text()));
      }
    } catch (MalformedExchangeException | HostException e) {
      // What came cannot be written as an answer, such as no response at all.
      return Optional.empty();
    }
  }

  private String conformant() {
    var shape =
        report.blockSize() == 0
            ? ""
            : "&block-size=" + report.blockSize() + "&blocks=" + report.blockCount();
    return "sim:reference?speed=" + (report.speed() == Speed.FULL ? "full" : "high") + shape;
  }

  private String text(CheckResult result, List<Step> trace, List<String> answers) {
    var text = new StringBuilder();
    text.append("# ").append(result.check().title()).append(" (").append(result.check().clause());
    text.append(")\n");
    for (var finding : result.findings()) {
      text.append("# Expected: ").append(finding.expected());
      text.append("; seen: ").append(finding.seen()).append('\n');
    }
    if (report.blockSize() != 0) {
      text.append("! block-size ").append(report.blockSize()).append('\n');
      text.append("! blocks ").append(report.blockCount()).append('\n');
    }
    text.append("\n# ").append(result.check().id()).append('\n');
    for (int i = 0; i < trace.size(); i++) {
      text.append("> ").append(trace.get(i).host()).append('\n');
      text.append("< ").append(answers.get(i)).append('\n');
    }
    return text.toString();
  }
}
