package dev.umsim.sim.check;

import java.util.List;

/**
 * What came of a run of checks.
 *
 * @param died whether the device answered no more, so that checks were not run
 */
public record SuiteReport(List<CheckResult> results, boolean died) {
  public SuiteReport {
    results = List.copyOf(results);
  }

  /** How many of the results have this outcome. */
  public long count(Outcome outcome) {
    return results.stream().filter(each -> each.outcome() == outcome).count();
  }
}
