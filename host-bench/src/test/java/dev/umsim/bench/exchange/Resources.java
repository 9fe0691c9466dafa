package dev.umsim.bench.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

  /** Names of cases, and below each of them the deviations that it needs. */
  static Map<String, List<String>> predictions() {
    var predictions = new LinkedHashMap<String, List<String>>();
    var current = new ArrayList<String>();
    for (var line : text("rockbox-predictions.txt").split("\n")) {
      if (line.startsWith("  ")) {
        current.add(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        current = new ArrayList<>();
        predictions.put(line, current);
      }
    }
    return predictions;
  }
}
