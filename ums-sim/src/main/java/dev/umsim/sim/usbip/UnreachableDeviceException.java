package dev.umsim.sim.usbip;

import java.io.IOException;

/** A device that a server was to have, and that cannot be used over it. */
public final class UnreachableDeviceException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean busy;

  UnreachableDeviceException(String message) {
    this(message, false);
  }

  UnreachableDeviceException(String message, boolean busy) {
    super(message);
    this.busy = busy;
  }

  /** Whether the server has given the device to another host, which may give it back. */
  public boolean isBusy() {
    return busy;
  }
}
