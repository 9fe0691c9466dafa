package dev.umsim.sim.usbip;

/** Bytes that are no message of this protocol, or not one that can be answered. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedMessageException(String message) {
    super(message, null, false, false);
  }
}
