package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.Workload;
import dev.umsim.sim.profile.ProfileKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        settings(kind.get("set")),
        kind.get("reason"));
  }

  private static Map<ProfileKey, String> settings(String set) {
    var settings = new LinkedHashMap<ProfileKey, String>();
    for (var each : set.isEmpty() ? new String[0] : set.split(";", -1)) {
      var parts = each.split("=", 2);
      settings.put(
          ProfileKey.find(parts[0])
              .orElseThrow(() -> new IllegalStateException("there is no key " + parts[0])),
          parts[1]);
    }
    return settings;
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
          case "dd-file" -> new Workload.DdFile(blockBytes, bytes, false);
          case "dd-file-sync" -> new Workload.DdFile(blockBytes, bytes, true);
          case "direct-read" -> new Workload.Direct(false, blockBytes, bytes, seekBlocks);
          case "direct-write" -> new Workload.Direct(true, blockBytes, bytes, seekBlocks);
          case "random-read" -> new Workload.Random(false, blockBytes, bytes);
          case "fat-sync" -> new Workload.FatSync(blockBytes, bytes, FILE);
          default -> throw new IllegalStateException("there is no workload " + word);
        });
  }
}
