package dev.umsim.bench.check;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.sim.check.Catalogue;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Finding;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.toml.BadTomlException;
import dev.umsim.sim.toml.GuardedToml;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * Findings that are known, each with the reason why it is lived with: a TOML file with an array of
 * tables {@code finding}, each of {@code check}, {@code fingerprint} and {@code reason}.
 */
public final class Baseline {
  /** Nothing is known. */
  public static final Baseline NONE = new Baseline(Map.of());

  private static final String FINDING = "finding";

  /** A finding of a check. */
  private record Key(String check, String fingerprint) {}

  private final Map<Key, String> reasons;

  private Baseline(Map<Key, String> reasons) {
    this.reasons = reasons;
  }

  /**
   * Reads a file.
   *
   * @param reasonsNeeded whether an empty reason is refused
   * @throws NotationException with its line, if it is not such a file, or names no check
   */
  public static Baseline read(Path file, boolean reasonsNeeded) throws IOException {
    var toml = parsed(file);
    for (var key : toml.keySet()) {
      if (!key.equals(FINDING)) {
        throw refusal(file, toml.inputPositionOf(key).line(), "'" + key + "' is not a key here");
      }
    }
    var reasons = new LinkedHashMap<Key, String>();
    if (toml.isArray(FINDING)) {
      var list = toml.getArray(FINDING);
      for (int i = 0; i < list.size(); i++) {
        int line = list.inputPositionOf(i).line();
        if (!(list.get(i) instanceof TomlTable table)) {
          throw refusal(file, line, "a finding is a table");
        }
        var id = text(file, line, table, "check");
        var reason = text(file, line, table, "reason");
        if (Catalogue.ALL.stream().noneMatch(each -> each.id().equals(id))) {
          throw refusal(file, line, "there is no check '" + id + "'");
        }
        if (reasonsNeeded && reason.isBlank()) {
          throw refusal(file, line, "the reason is empty");
        }
        reasons.put(new Key(id, text(file, line, table, "fingerprint")), reason);
      }
    }
    return new Baseline(reasons);
  }

  private static String text(Path file, int line, TomlTable table, String key) {
    if (!table.isString(key)) {
      throw refusal(file, line, "a finding has a text '" + key + "'");
    }
    return table.getString(key);
  }

  private static TomlParseResult parsed(Path file) throws IOException {
    try {
      return GuardedToml.parse(Files.readString(file));
    } catch (BadTomlException e) {
      throw refusal(file, e.line(), e.why());
    } catch (CharacterCodingException e) {
      throw new FileSystemException(file.toString(), null, "is not in UTF-8");
    }
  }

  private static NotationException refusal(Path file, int line, String what) {
    return new NotationException(file + ":" + line + ": " + what + "; correct it");
  }

  /** Why the failure of a check is lived with; nothing if one of its findings is not known. */
  public Optional<String> known(CheckResult result, boolean strict) {
    var failing = result.findings().stream().filter(each -> each.fails(strict)).toList();
    if (result.outcome() != Outcome.FAIL
        || !failing.stream().allMatch(each -> reasons.containsKey(key(result, each)))) {
      return Optional.empty();
    }
    return failing.stream().map(each -> reasons.get(key(result, each))).distinct().findFirst();
  }

  private static Key key(CheckResult result, Finding finding) {
    return new Key(result.check().id(), finding.fingerprint());
  }

  /** Findings that are known and were not found again, though their checks were run. */
  public List<String> gone(List<CheckResult> results, boolean strict) {
    var gone = new ArrayList<String>();
    for (var key : reasons.keySet()) {
      boolean run =
          results.stream()
              .filter(each -> each.check().id().equals(key.check()))
              .anyMatch(
                  each ->
                      each.outcome() != Outcome.NOT_RUN
                          && each.findings().stream()
                              .filter(finding -> finding.fails(strict))
                              .noneMatch(
                                  finding -> finding.fingerprint().equals(key.fingerprint())));
      if (run) {
        gone.add(key.check() + " " + key.fingerprint());
      }
    }
    return gone;
  }

  /** Writes all that has failed, with the reasons that stood here. */
  public void write(List<CheckResult> results, boolean strict, Appendable to) throws IOException {
    to.append("# Findings that are lived with; each needs a reason.\n");
    for (var result : results) {
      for (var finding : result.findings()) {
        if (result.outcome() == Outcome.FAIL && finding.fails(strict)) {
          to.append("\n[[finding]]\n");
          to.append("# " + finding.expected().strip() + " | seen: " + finding.seen() + "\n");
          to.append("check = " + quoted(result.check().id()) + "\n");
          to.append("fingerprint = " + quoted(finding.fingerprint()) + "\n");
          var reason = reasons.getOrDefault(key(result, finding), "");
          to.append("reason = " + quoted(reason) + "\n");
        }
      }
    }
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        quoted.append(String.format("\\u%04X", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
