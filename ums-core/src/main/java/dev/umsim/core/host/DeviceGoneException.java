package dev.umsim.core.host;

/** The device was unplugged, or its server has gone. */
public final class DeviceGoneException extends HostException {
  private static final long serialVersionUID = 1;

  /** A line that says what happened. */
  public DeviceGoneException(String message) {
    super(message);
  }
}
