package dev.umsim.bench.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Inputs that were tried, and those that the victim did not withstand. */
final class Tally {
  /** More failures say no more. */
  private static final int MOST_FAILURES = 20;

  private final Random random;
  private final List<String> failures = new ArrayList<>();
  private long inputs;
  private long failed;

  Tally(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
  }

  void tried(long count) {
    inputs += count;
  }

  long inputs() {
    return inputs;
  }

  /** Something that must not be. */
  void failed(String what) {
    failed++;
    if (failures.size() < MOST_FAILURES) {
      failures.add(what);
    }
  }

  /** The same where something is not as it should be. */
  void expect(boolean good, String otherwise) {
    if (!good) {
      failed(otherwise);
    }
  }

  long failedCount() {
    return failed;
  }

  List<String> failures() {
    return failures;
  }
}
