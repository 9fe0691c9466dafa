package dev.umsim.core.scsi;

/** A command is refused with CHECK CONDITION before it has done anything; carries the sense. */
public final class CheckConditionException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient SenseData senseData;

  public CheckConditionException(SenseData senseData) {
    // An expected outcome: no stack trace is taken.
    super(senseData.sense().toString(), null, false, false);
    this.senseData = senseData;
  }

  /** Why it is refused. */
  public SenseData senseData() {
    return senseData;
  }
}
