package dev.umsim.core.host;

/** A transfer that is not sent, since it could change the device; told in one line. */
public class RefusedTransferException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A line that says what it was and what helps. */
  public RefusedTransferException(String line) {
    super(line);
  }
}
