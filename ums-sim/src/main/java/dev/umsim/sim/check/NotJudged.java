package dev.umsim.sim.check;

/** A check ends without a verdict: it does not concern the device, or cannot be gone on with. */
final class NotJudged extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Outcome outcome;

  NotJudged(Outcome outcome, String why) {
    super(why, null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
