package dev.umsim.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A table in text: columns as wide as what stands in them, two spaces apart. */
public final class TextTable {
  private final List<Column> columns;
  private final List<List<String>> lines = new ArrayList<>();

  /** The heading of a column, and whether it holds numbers, which end below each other. */
  public record Column(String heading, boolean numbers) {}

  /** A table with these columns, and no line so far. */
  public TextTable(List<Column> columns) {
    this.columns = columns;
    lines.add(columns.stream().map(Column::heading).toList());
  }

  /** Adds a line, which has a cell for each column. */
  public void add(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(cells.size() + " cells for " + columns.size());
    }
    lines.add(List.copyOf(cells));
  }

  /** Adds a line that is no part of the columns. */
  public void note(String line) {
    lines.add(List.of(line));
  }

  /** Writes the headings and the lines. */
  public void write(Appendable to) throws IOException {
    for (var cells : lines) {
      if (isNote(cells)) {
        to.append(cells.get(0)).append('\n');
        continue;
      }
      var line = new StringBuilder();
      for (int column = 0; column < cells.size(); column++) {
        var padding = " ".repeat(width(column) - cells.get(column).length());
        boolean numbers = columns.get(column).numbers();
        line.append(column == 0 ? "" : "  ")
            .append(numbers ? padding + cells.get(column) : cells.get(column) + padding);
      }
      to.append(line.toString().stripTrailing()).append('\n');
    }
  }

  private boolean isNote(List<String> cells) {
    return cells.size() < columns.size();
  }

  private int width(int column) {
    return lines.stream()
        .filter(cells -> !isNote(cells))
        .mapToInt(cells -> cells.get(column).length())
        .max()
        .orElse(0);
  }
}
