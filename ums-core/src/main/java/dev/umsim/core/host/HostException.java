package dev.umsim.core.host;

import static java.util.Objects.requireNonNull;

/** Something went wrong between host and device; the message tells what was sent and what came. */
public abstract sealed class HostException extends Exception
    permits CommandFailedException,
        DeviceGoneException,
        InvalidStatusException,
        NotMassStorageException,
        PhaseErrorException,
        TransferFailedException,
        TransferTimeoutException {
  private static final long serialVersionUID = 1;

  HostException(String message) {
    super(message);
  }

  /** What happened, in one line. */
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
