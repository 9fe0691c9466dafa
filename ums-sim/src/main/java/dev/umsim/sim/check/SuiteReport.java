package dev.umsim.sim.check;

import dev.umsim.core.usb.Speed;
import java.util.List;

/**
 * What came of a run of checks.
 *
 * @param incomplete whether checks were not run since the device died or the time was spent
 * @param blockSize of the first unit with a medium, 0 if there is none
 * @param blockCount likewise
 */
public record SuiteReport(
    List<CheckResult> results, boolean incomplete, Speed speed, int blockSize, long blockCount) {
  public SuiteReport {
    results = List.copyOf(results);
  }

  /** How many of the results have this outcome. */
  public long count(Outcome outcome) {
    return results.stream().filter(each -> each.outcome() == outcome).count();
  }
}
