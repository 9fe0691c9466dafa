package dev.umsim.sim.exchange;

import java.util.Optional;

/**
 * How a case went.
 *
 * @param difference the first one, if there is one
 * @param skipped why the case was not played to its end, though nothing had differed so far
 */
public record CaseResult(
    ExchangeCase played, Optional<Difference> difference, Optional<String> skipped) {
  static CaseResult agrees(ExchangeCase played) {
    return new CaseResult(played, Optional.empty(), Optional.empty());
  }

  static CaseResult differs(ExchangeCase played, Difference difference) {
    return new CaseResult(played, Optional.of(difference), Optional.empty());
  }

  static CaseResult skipped(ExchangeCase played, String why) {
    return new CaseResult(played, Optional.empty(), Optional.of(why));
  }

  /** Whether all of it was played and agreed. */
  public boolean agrees() {
    return difference.isEmpty() && skipped.isEmpty();
  }
}
