package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.workload.ProfiledRun;
import dev.umsim.core.host.HostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits the calibrated values: each to its cell, one after the other, until none moves any more.
 *
 * <p>No other cell is looked at. Every value starts well off what is shipped, so that a fit does
 * not find what it was given.
 */
public final class Calibration {
  /** How close a cell has to come, as a share of what was measured. */
  private static final double TOLERANCE = 2e-5;

  private static final double START = 1.3;
  private static final double WALK = 0.8;
  private static final int ROUNDS = 6;
  private static final int STEPS = 20;

  private final List<Cell> cells;
  private final List<Parameter> parameters;
  private final long seed;
  private final Values values = new Values();

  /** What a fit came to. */
  public record Fitted(Parameter parameter, double value) {
    /** How far it lies from the shipped value, as a share of that. */
    public double offset() {
      return value / parameter.shipped() - 1;
    }
  }

  /** A fit of the shipped profiles' values that were fitted to one of these cells. */
  public Calibration(List<Cell> cells, long seed) {
    this(cells, Parameter.shipped(cells), seed);
  }

  /** A fit of another fold. */
  public Calibration(List<Cell> cells, Fold fold, long seed) {
    this(fold.of(cells), fold.parameters(cells), seed);
  }

  private Calibration(List<Cell> cells, List<Parameter> parameters, long seed) {
    this.cells = cells;
    this.parameters = List.copyOf(parameters);
    this.seed = seed;
    for (var parameter : parameters) {
      if (Cells.named(cells, parameter.cell()).kind() != CellKind.CALIBRATED) {
        throw new IllegalStateException(parameter.cell() + " is not there to be fitted to");
      }
      set(parameter, parameter.shipped() * START);
    }
  }

  private void set(Parameter parameter, double value) {
    parameter.slots().forEach(slot -> values.set(slot, value));
  }

  /** Fits; the result is in the order of the parameters. */
  public List<Fitted> fit() throws HostException, UnusableVolumeException {
    var current = new ArrayList<Double>();
    parameters.forEach(parameter -> current.add(parameter.shipped() * START));
    for (int round = 0; round < ROUNDS; round++) {
      boolean moved = false;
      for (int index = 0; index < parameters.size(); index++) {
        double found = fit(parameters.get(index), current.get(index));
        moved |= found != current.get(index);
        current.set(index, found);
        set(parameters.get(index), found);
      }
      if (!moved) {
        break;
      }
    }
    var fitted = new ArrayList<Fitted>();
    for (int index = 0; index < parameters.size(); index++) {
      fitted.add(new Fitted(parameters.get(index), current.get(index)));
    }
    return fitted;
  }

  /** Fits, and gives the model that has what was found. */
  public Fidelity fittedFidelity() throws HostException, UnusableVolumeException {
    fit();
    return new Fidelity(cells, values, seed);
  }

  /**
   * Walks until the cell lies between two values, and then closes in on it (the Illinois variant of
   * regula falsi, which is content with a cell that moves in small jumps).
   */
  private double fit(Parameter parameter, double start)
      throws HostException, UnusableVolumeException {
    var cell = Cells.named(cells, parameter.cell());
    double from = start;
    double fromError = error(parameter, cell, from);
    if (Math.abs(fromError) <= TOLERANCE) {
      return from;
    }
    double to = from * WALK;
    double toError = error(parameter, cell, to);
    // Where something else is the bottleneck, the value has to become smaller to matter.
    double walk = Math.abs(toError) <= Math.abs(fromError) ? WALK : 1 / WALK;
    for (int step = 0; step < STEPS && fromError * toError > 0; step++) {
      if (walk == WALK || step > 0) {
        from = to;
        fromError = toError;
      }
      to = from * walk;
      toError = error(parameter, cell, to);
    }
    return between(parameter, cell, from, fromError, to, toError);
  }

  private double between(
      Parameter parameter, Cell cell, double from, double fromError, double to, double toError)
      throws HostException, UnusableVolumeException {
    double left = from;
    double leftError = fromError;
    double right = to;
    double rightError = toError;
    double best = Math.abs(leftError) < Math.abs(rightError) ? left : right;
    double bestError = Math.min(Math.abs(leftError), Math.abs(rightError));
    for (int step = 0; step < STEPS && bestError > TOLERANCE; step++) {
      double middle = (left * rightError - right * leftError) / (rightError - leftError);
      double error = error(parameter, cell, middle);
      if (Math.abs(error) < bestError) {
        best = middle;
        bestError = Math.abs(error);
      }
      if (error * rightError < 0) {
        left = right;
        leftError = rightError;
      } else {
        leftError /= 2;
      }
      right = middle;
      rightError = error;
    }
    return best;
  }

  /** How far the cell lies off with this value, as a share of what was measured. */
  private double error(Parameter parameter, Cell cell, double value)
      throws HostException, UnusableVolumeException {
    set(parameter, value);
    return seconds(cell) / cell.seconds().orElseThrow() - 1;
  }

  private double seconds(Cell cell) throws HostException, UnusableVolumeException {
    var outcome =
        new ProfiledRun(cell.device(values), seed, false).of(cell.workload().orElseThrow());
    return outcome.result().nanos() / 1e9;
  }
}
