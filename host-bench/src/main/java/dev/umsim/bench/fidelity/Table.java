package dev.umsim.bench.fidelity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table that is shipped: values between commas under a line of names, and {@code #} comments. */
record Table(List<Map<String, String>> rows) {
  Table {
    rows = List.copyOf(rows);
  }

  static Table read(String resource) {
    try (InputStream in = Table.class.getResourceAsStream(resource)) {
      return parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Table parse(String name, String text) {
    var rows = new ArrayList<Map<String, String>>();
    List<String> names = List.of();
    for (var line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
      var values = List.of(line.split(",", -1));
      if (names.isEmpty()) {
        names = values;
      } else if (values.size() != names.size() || line.contains("\"")) {
        throw new IllegalStateException(name + ": not " + names.size() + " values: " + line);
      } else {
        var row = new LinkedHashMap<String, String>();
        for (int column = 0; column < names.size(); column++) {
          row.put(names.get(column), values.get(column));
        }
        rows.add(row);
      }
    }
    return new Table(rows);
  }

  /** The rows by one of their values, which no two share. */
  Map<String, Map<String, String>> by(String name) {
    var found = new LinkedHashMap<String, Map<String, String>>();
    for (var row : rows) {
      if (found.put(row.get(name), row) != null) {
        throw new IllegalStateException("there are two rows of " + row.get(name));
      }
    }
    return found;
  }
}
