package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** All measured cells, with what becomes of each. */
public final class Cells {
  private static final String FILE = "Data/usb_test";

  private Cells() {}

  /**
   * All cells in the order of their pages.
   *
   * @throws IllegalStateException if the table of cells and that of their kinds do not agree
   */
  public static List<Cell> all() {
    var kinds = Table.read("cells.csv").by("cell");
    var measurements = Table.read("measurements.csv").rows();
    var cells = new ArrayList<Cell>();
    for (var measured : measurements) {
      var kind = kinds.get(measured.get("cell"));
      if (kind == null) {
        throw new IllegalStateException(measured.get("cell") + " is not in cells.csv");
      }
      cells.add(cell(measured, kind));
    }
    if (cells.size() != kinds.size()) {
      throw new IllegalStateException("cells.csv has cells that nobody has measured");
    }
    return List.copyOf(cells);
  }

  /** The cell with this name. */
  static Cell named(List<Cell> cells, String id) {
    return cells.stream()
        .filter(cell -> cell.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nobody has measured " + id));
  }

  private static Cell cell(Map<String, String> measured, Map<String, String> kind) {
    var seconds = measured.get("seconds");
    return new Cell(
        measured.get("cell"),
        measured.get("device"),
        measured.get("stack"),
        workload(measured),
        measured.get("bytes"),
        seconds.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(seconds)),
        measured.get("printed"),
        CellKind.named(kind.get("kind")),
        kind.get("profile"),
        kind.get("reason"));
  }

  private static Optional<Workload> workload(Map<String, String> measured) {
    var word = measured.get("workload");
    if (word.isEmpty()) {
      return Optional.empty();
    }
    int blockBytes = Integer.parseInt(measured.get("block-bytes"));
    long bytes = Long.parseLong(measured.get("bytes"));
    long seekBlocks = Long.parseLong(measured.get("seek-blocks"));
    return Optional.of(
        switch (word) {
          case "dd-read" -> new Workload.DdRead(blockBytes, bytes, seekBlocks);
          case "dd-write" -> new Workload.DdWrite(blockBytes, bytes, seekBlocks);
          case "fat-sync" -> new Workload.FatSync(blockBytes, bytes, FILE);
          default -> throw new IllegalStateException("there is no workload " + word);
        });
  }
}
