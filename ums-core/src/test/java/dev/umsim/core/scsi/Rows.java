package dev.umsim.core.scsi;

import java.util.Arrays;
import java.util.List;

/** A table in a test: a row a line, cells between bars, {@code #} before a comment. */
final class Rows {
  private Rows() {}

  static List<Row> of(String table) {
    return table
        .lines()
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .map(line -> new Row(Arrays.stream(line.split("\\|", -1)).map(String::strip).toList()))
        .toList();
  }

  /** One row. */
  record Row(List<String> cells) {
    String cell(int column) {
      return cells.get(column);
    }

    int length() {
      return cells.size();
    }

    @Override
    public String toString() {
      return String.join(" | ", cells);
    }
  }
}
