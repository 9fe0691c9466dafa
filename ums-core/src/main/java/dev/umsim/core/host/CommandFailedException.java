package dev.umsim.core.host;

import dev.umsim.core.scsi.SenseData;

/** The device carried the command out and it failed; the sense says why. */
public sealed class CommandFailedException extends HostException permits NoMediumException {
  private static final long serialVersionUID = 1;

  private final transient SenseData senseData;

  CommandFailedException(String message, SenseData senseData) {
    super(message);
    this.senseData = senseData;
  }

  /** Why it failed. */
  public SenseData senseData() {
    return senseData;
  }
}
