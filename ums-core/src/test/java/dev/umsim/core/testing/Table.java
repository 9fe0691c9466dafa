package dev.umsim.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of test data in a text file: columns between bars, {@code #} begins a comment. */
public final class Table {
  private Table() {}

  /** One row, which knows where it stands. */
  public record Row(String place, List<String> cells) {
    /** The text of a column. */
    public String cell(int column) {
      return cells.get(column);
    }

    @Override
    public String toString() {
      return place + ": " + String.join(" | ", cells);
    }
  }

  /** The rows of a resource that stands beside a class. */
  public static List<Row> read(Class<?> beside, String name) {
    try (var in = beside.getResourceAsStream(name)) {
      var lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n");
      var rows = new ArrayList<Row>();
      for (int i = 0; i < lines.length; i++) {
        var line = lines[i].replaceAll("#.*", "").strip();
        if (!line.isEmpty()) {
          var cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
          rows.add(new Row(name + ":" + (i + 1), cells));
        }
      }
      return List.copyOf(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
