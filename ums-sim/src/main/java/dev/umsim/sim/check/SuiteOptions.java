package dev.umsim.sim.check;

import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * How a suite is run.
 *
 * @param chosen which checks are run
 * @param patienceNanos how long an answer may be NAKed
 * @param longPatienceNanos how long where the first was not enough
 * @param budgetNanos of real time, after which the rest is not run
 */
public record SuiteOptions(
    Predicate<Check> chosen,
    long seed,
    boolean strict,
    Isolation isolation,
    long patienceNanos,
    long longPatienceNanos,
    OptionalLong budgetNanos) {
  /** What is done between checks beyond a probe. */
  public enum Isolation {
    /** Nothing: what one check leaves behind the next one meets. */
    NONE,
    /** What answers no more is brought back. */
    RESET,
    /** A program that is a device is started anew for every check. */
    PROCESS
  }

  /** All checks, with the patience of two seconds, and thirty where that was not enough. */
  public static final SuiteOptions USUAL =
      new SuiteOptions(
          check -> true,
          1,
          false,
          Isolation.RESET,
          2_000_000_000L,
          30_000_000_000L,
          OptionalLong.empty());

  /** The same with all that is merely forgiven counted as a failure. */
  public SuiteOptions withStrict(boolean strict) {
    return new SuiteOptions(
        chosen, seed, strict, isolation, patienceNanos, longPatienceNanos, budgetNanos);
  }

  /** The same with other checks. */
  public SuiteOptions withChosen(Predicate<Check> chosen) {
    return new SuiteOptions(
        chosen, seed, strict, isolation, patienceNanos, longPatienceNanos, budgetNanos);
  }
}
