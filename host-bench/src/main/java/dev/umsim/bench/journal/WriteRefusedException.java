package dev.umsim.bench.journal;

import dev.umsim.core.host.RefusedTransferException;

/** A transfer that is not sent, since it would write to a device that is only read. */
public final class WriteRefusedException extends RefusedTransferException {
  private static final long serialVersionUID = 1;

  WriteRefusedException() {
    super("it would write to the device, which is only read");
  }
}
