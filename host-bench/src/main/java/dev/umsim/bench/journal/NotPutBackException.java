package dev.umsim.bench.journal;

import java.io.IOException;

/** What was written to a device could not be put back; its old contents are in the journal. */
public final class NotPutBackException extends IOException {
  private static final long serialVersionUID = 1;

  private final Exception why;

  NotPutBackException(String restoreLine, Exception why) {
    super(
        "what was written could not be put back, because "
            + why.getMessage()
            + "; when the device is there again, say: "
            + restoreLine,
        why);
    this.why = why;
  }

  /** Why it could not. */
  public Exception why() {
    return why;
  }
}
