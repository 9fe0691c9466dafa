package dev.umsim.sim.usbip;

import java.io.IOException;

/** A device that a server was to have, and that cannot be used over it. */
public final class UnreachableDeviceException extends IOException {
  private static final long serialVersionUID = 1;

  UnreachableDeviceException(String message) {
    super(message);
  }
}
