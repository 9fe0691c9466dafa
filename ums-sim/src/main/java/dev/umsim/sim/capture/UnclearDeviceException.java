package dev.umsim.sim.capture;

/** A capture does not have the device that is meant, or several that could be. */
public final class UnclearDeviceException extends Exception {
  private static final long serialVersionUID = 1;

  UnclearDeviceException(String message) {
    super(message);
  }
}
