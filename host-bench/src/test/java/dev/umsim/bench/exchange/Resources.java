package dev.umsim.bench.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exchange files and tables of the tests. */
final class Resources {
  private Resources() {}

  static byte[] bytes(String name) {
    try (var stream = Resources.class.getResourceAsStream(name)) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  static ExchangeFile file(String name) {
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
  static Map<String, Map<String, List<String>>> predictions() {
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

  /** Deviations, each with the line below its name that tells where its case comes from. */
  static Map<String, String> sources() {
    var sources = new LinkedHashMap<String, String>();
    var lines = text("deviations.txt").split("\n");
    for (int i = 1; i + 1 < lines.length; i++) {
      if (lines[i].startsWith("# ") && lines[i - 1].isEmpty()) {
        sources.put(lines[i].substring(2), lines[i + 1]);
      }
    }
    return sources;
  }
}
