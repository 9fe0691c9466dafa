package dev.umsim.sim.usbip;

import static java.util.Objects.requireNonNull;

/** Bytes that are no message of this protocol, or not one that can be answered. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedMessageException(String message) {
    super(message, null, false, false);
  }

  /** What is wrong, in one line. */
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
