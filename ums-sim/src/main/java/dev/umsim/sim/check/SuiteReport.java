package dev.umsim.sim.check;

import java.util.List;

/**
 * What came of a run of checks.
 *
 * @param incomplete whether checks were not run since the device died or the time was spent
 */
public record SuiteReport(List<CheckResult> results, boolean incomplete) {
  public SuiteReport {
    results = List.copyOf(results);
  }

  /** How many of the results have this outcome. */
  public long count(Outcome outcome) {
    return results.stream().filter(each -> each.outcome() == outcome).count();
  }
}
