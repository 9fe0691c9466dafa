package dev.umsim.bench.journal;

import java.io.IOException;
import java.nio.file.Path;

/** What was written to a device could not be put back; its old contents are in the journal. */
public final class NotPutBackException extends IOException {
  private static final long serialVersionUID = 1;

  private final Exception why;

  NotPutBackException(Path journal, Exception why) {
    super(
        "what was written could not be put back, because "
            + why.getMessage()
            + "; plug the device in again and say: ums restore "
            + journal,
        why);
    this.why = why;
  }

  /** Why it could not. */
  public Exception why() {
    return why;
  }
}
