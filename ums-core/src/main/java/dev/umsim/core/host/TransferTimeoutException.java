package dev.umsim.core.host;

/** A transfer did not end within the time that a host waits; it was given up. */
public final class TransferTimeoutException extends HostException {
  private static final long serialVersionUID = 1;

  TransferTimeoutException(String message) {
    super(message);
  }
}
