package dev.umsim.core.host;

/**
 * A transfer ended in a way that cannot be gone on from: STALL where none may be, babble, no
 * answer.
 */
public final class TransferFailedException extends HostException {
  private static final long serialVersionUID = 1;

  TransferFailedException(String message) {
    super(message);
  }
}
