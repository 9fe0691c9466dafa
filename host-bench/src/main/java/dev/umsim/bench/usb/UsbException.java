package dev.umsim.bench.usb;

import java.io.IOException;

/** A device at a port of this machine cannot be used; told in one line with the remedy. */
public final class UsbException extends IOException {
  private static final long serialVersionUID = 1;

  UsbException(String line) {
    super(line);
  }

  UsbException(String line, Throwable cause) {
    super(line, cause);
  }
}
