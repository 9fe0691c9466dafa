package dev.umsim.core.host;

import dev.umsim.core.scsi.SenseData;

/** A unit cannot be used, as there is no medium in it (sense 02/3A). */
public final class NoMediumException extends CommandFailedException {
  private static final long serialVersionUID = 1;

  NoMediumException(String message, SenseData senseData) {
    super(message, senseData);
  }
}
