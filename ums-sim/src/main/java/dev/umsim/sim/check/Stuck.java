package dev.umsim.sim.check;

/** The protocol cannot be gone on with: what came is no answer at all. */
final class Stuck extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String clause;
  private final String expected;
  private final String seen;
  private final boolean unanswered;

  /**
   * @param unanswered whether nothing came within the host's patience
   */
  Stuck(String clause, String expected, String seen, boolean unanswered) {
    super(seen, null, false, false);
    this.clause = clause;
    this.expected = expected;
    this.seen = seen;
    this.unanswered = unanswered;
  }

  String clause() {
    return clause;
  }

  String expected() {
    return expected;
  }

  String seen() {
    return seen;
  }

  boolean unanswered() {
    return unanswered;
  }
}
