package dev.umsim.bench.journal;

import java.io.IOException;

/** A journal is not of the device to which it was to be put back. */
public final class WrongDeviceException extends IOException {
  private static final long serialVersionUID = 1;

  WrongDeviceException(String line) {
    super(line);
  }
}
