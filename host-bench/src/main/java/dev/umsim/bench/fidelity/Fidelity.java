package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.workload.ProfiledRun;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Runs the model for every cell that it has a device for. */
public final class Fidelity {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Cell> cells;
  private final Values values;
  private final long seed;

  /** The shipped profiles. */
  public Fidelity(List<Cell> cells, long seed) {
    this(cells, new Values(), seed);
  }

  Fidelity(List<Cell> cells, Values values, long seed) {
    this.cells = cells;
    this.values = values;
    this.seed = seed;
  }

  /**
   * Runs all cells.
   *
   * @throws HostException if a device lets its host down
   */
  public FidelityResult run() throws HostException, UnusableVolumeException {
    // That was a run of the shipped values, and says nothing beside others.
    var first = values.isEmpty() ? firstRun() : Map.<String, Double>of();
    var rows = new ArrayList<FidelityResult.Row>();
    for (var cell : cells) {
      var modelled =
          cell.kind().modelled() ? OptionalDouble.of(seconds(cell)) : OptionalDouble.empty();
      var before = first.get(cell.id());
      rows.add(
          new FidelityResult.Row(
              cell, modelled, before == null ? OptionalDouble.empty() : OptionalDouble.of(before)));
    }
    return new FidelityResult(rows);
  }

  private double seconds(Cell cell) throws HostException, UnusableVolumeException {
    var profile = values.apply(Profiles.named(cell.profile()));
    var outcome = new ProfiledRun(profile, seed, false).of(cell.workload().orElseThrow());
    return outcome.result().nanos() / NANOS_PER_SECOND;
  }

  /** What the model said when it was run for the first time, before anything was changed for it. */
  private static Map<String, Double> firstRun() {
    var seconds = new LinkedHashMap<String, Double>();
    Table.read("first-run.csv")
        .by("cell")
        .forEach((cell, row) -> seconds.put(cell, Double.valueOf(row.get("seconds"))));
    return seconds;
  }
}
