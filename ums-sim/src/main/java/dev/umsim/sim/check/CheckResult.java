package dev.umsim.sim.check;

import java.util.List;
import java.util.Optional;

/**
 * What came of a check on a device.
 *
 * @param detail why it did not concern the device or was not run; else empty, or a remark
 * @param revivedBy what brought the device back after it, if it had to be
 * @param nanos how long it took, in the time of the link
 * @param trace what went over the wire
 */
public record CheckResult(
    Check check,
    Outcome outcome,
    String detail,
    List<Finding> findings,
    Optional<Rung> revivedBy,
    long nanos,
    List<Step> trace) {
  public CheckResult {
    findings = List.copyOf(findings);
    trace = List.copyOf(trace);
  }
}
