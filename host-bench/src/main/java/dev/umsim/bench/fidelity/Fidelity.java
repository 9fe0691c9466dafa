package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.workload.ProfiledRun;
import dev.umsim.core.host.HostException;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final Map<List<Object>, Double> seconds = new HashMap<>();

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
    // Those were runs of the shipped values, and say nothing beside others.
    var first = values.isEmpty() ? run("first-run.csv") : Map.<String, Double>of();
    var latest = new LinkedHashMap<String, Double>();
    if (values.isEmpty()) {
      latest.putAll(run("first-run-with-pauses.csv"));
      latest.putAll(run("first-run-today.csv"));
    }
    var rows = new ArrayList<FidelityResult.Row>();
    for (var cell : cells) {
      var modelled =
          cell.kind().modelled() ? OptionalDouble.of(seconds(cell)) : OptionalDouble.empty();
      rows.add(
          new FidelityResult.Row(
              cell, modelled, optional(first.get(cell.id())), optional(latest.get(cell.id()))));
    }
    return new FidelityResult(rows);
  }

  private double seconds(Cell cell) throws HostException, UnusableVolumeException {
    var device = cell.device(values);
    var workload = cell.workload().orElseThrow();
    // All runs behind an average are one run here.
    var run = List.of(device, workload);
    var known = seconds.get(run);
    if (known == null) {
      var outcome = new ProfiledRun(device, seed, false).of(workload);
      known = outcome.result().nanos() / NANOS_PER_SECOND;
      seconds.put(run, known);
    }
    return known;
  }

  private static OptionalDouble optional(Double seconds) {
    return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  /** What the model said when it was run for the first time, before anything was changed for it. */
  private static Map<String, Double> run(String table) {
    var seconds = new LinkedHashMap<String, Double>();
    Table.read(table)
        .by("cell")
        .forEach((cell, row) -> seconds.put(cell, Double.valueOf(row.get("seconds"))));
    return seconds;
  }
}
