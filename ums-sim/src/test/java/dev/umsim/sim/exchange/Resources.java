package dev.umsim.sim.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exchange files and tables of the tests. */
public final class Resources {
  private Resources() {}

  public static byte[] bytes(String name) {
    try (var stream = Resources.class.getResourceAsStream(name)) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  public static ExchangeFile file(String name) {
    try {
      return ExchangeFile.parse(bytes(name));
    } catch (MalformedExchangeException e) {
      throw new AssertionError(name + ":" + e.located(), e);
    }
  }

  /**
   * Names of cases, and for each of them the deviations that it needs, with the fields of the
   * answer that are wrong while this one alone is missing.
   */
  public static Map<String, Map<String, List<String>>> predictions() {
    var predictions = new LinkedHashMap<String, Map<String, List<String>>>();
    Map<String, List<String>> current = null;
    for (var line : text("rockbox-predictions.txt").split("\n")) {
      if (line.startsWith("  ")) {
        var parts = line.strip().split(": ");
        current.put(parts[0], List.of(parts.length > 1 ? parts[1].split(", ") : new String[0]));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        current = new LinkedHashMap<>();
        predictions.put(line, current);
      }
    }
    return predictions;
  }

  /** What comment lines tell about a case: their text by what stands before the colon. */
  public static Map<String, String> remarks(String name, String caseName) {
    var remarks = new LinkedHashMap<String, String>();
    var lines = List.of(text(name).split("\n"));
    int at = lines.indexOf("# " + caseName) + 1;
    for (; at < lines.size() && lines.get(at).startsWith("# "); at++) {
      var words = lines.get(at).substring(2).split(": ", 2);
      remarks.put(words[0], words.length > 1 ? words[1] : "");
    }
    return remarks;
  }
}
