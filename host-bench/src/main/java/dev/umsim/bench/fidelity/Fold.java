package dev.umsim.bench.fidelity;

import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.List;

/**
 * Which cell the turnaround of Rockbox is fitted to, the one number that describes its firmware: a
 * firmware that it describes has to come out alike on another device.
 */
public enum Fold {
  /** The Sansa, as in the shipped profiles. */
  SANSA("S3.w512.Sansa e280.RB"),
  /** The iPod; the Sansa's cell is then predicted. */
  IPOD("S3.w512.iPod G5.5 80GB.RB");

  private final String cell;

  Fold(String cell) {
    this.cell = cell;
  }

  /** What is fitted: the turnaround, and what was fitted to other cells of Rockbox. */
  List<Parameter> parameters(List<Cell> cells) {
    var parameters = new ArrayList<Parameter>();
    for (var each : Parameter.shipped(cells)) {
      var profile = Profiles.named(Cells.named(cells, each.cell()).profile());
      if (each.key() == ProfileKey.TURNAROUND) {
        parameters.add(new Parameter(cell, each.slots(), each.shipped()));
      } else if (profile.find(ProfileKey.TURNAROUND).isPresent()) {
        parameters.add(each);
      }
    }
    return parameters;
  }

  /** The cells with their kinds in this fold. */
  List<Cell> of(List<Cell> cells) {
    return cells.stream().map(this::kind).toList();
  }

  private Cell kind(Cell each) {
    if (each.id().equals(cell)) {
      return each.of(CellKind.CALIBRATED, "the turnaround of Rockbox was fitted to it");
    }
    return each.id().equals(SANSA.cell)
        ? each.of(CellKind.PREDICTED, "nothing was fitted to it in this fold")
        : each;
  }
}
