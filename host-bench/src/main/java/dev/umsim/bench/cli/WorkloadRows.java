package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.report.Failure;
import dev.umsim.bench.report.Outcome;
import dev.umsim.bench.workload.WorkloadRow;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.HostException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of workloads: one that fails takes none of the others with it, unless the device is
 * gone.
 *
 * <p>Where the first of all fails there is nothing to keep, and that is the command's error.
 */
final class WorkloadRows {
  private final PrintWriter err;
  private final List<Failure> failures = new ArrayList<>();
  private boolean any;
  private boolean gone;

  WorkloadRows(PrintWriter err) {
    this.err = err;
  }

  /** Measures a row. */
  @FunctionalInterface
  interface Run {
    Sample measure() throws HostException, UnusableVolumeException;
  }

  /** Of a profile; nothing if it failed, which has been told then. */
  Optional<Sample> measure(WorkloadRow row, Workload workload, long seed)
      throws HostException, UnusableVolumeException {
    return measure(row.target() + " " + name(workload), () -> row.measure(workload, seed));
  }

  /** How a row is named where it fails. */
  static String name(Workload workload) {
    return workload.word() + " " + SizeNotation.format(workload.blockBytes());
  }

  /**
   * Nothing if it failed, which has been told then, or if the device is gone since an earlier row.
   *
   * @param where the row, for messages
   */
  Optional<Sample> measure(String where, Run run) throws HostException, UnusableVolumeException {
    if (gone) {
      return Optional.empty();
    }
    try {
      var measured = run.measure();
      any = true;
      return Optional.of(measured);
    } catch (HostException | UnusableVolumeException | NotationException e) {
      if (!any) {
        throw e;
      }
      gone = e instanceof DeviceGoneException;
      var failure = new Failure(where, Errors.line(e), Errors.status(e));
      failures.add(failure);
      err.println("ums: " + where + ": " + failure.line());
      return Optional.empty();
    }
  }

  Outcome outcome() {
    return Outcome.of(failures);
  }

  /** The exit status where nothing else is wrong. */
  int status() {
    return failures.isEmpty() ? Errors.GOOD : failures.get(failures.size() - 1).exitStatus();
  }
}
