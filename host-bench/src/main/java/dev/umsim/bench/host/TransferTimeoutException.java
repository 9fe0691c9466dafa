package dev.umsim.bench.host;

/** A transfer made no progress for as long as a host waits; it was given up. */
public final class TransferTimeoutException extends HostException {
  private static final long serialVersionUID = 1;

  TransferTimeoutException(String message) {
    super(message);
  }
}
