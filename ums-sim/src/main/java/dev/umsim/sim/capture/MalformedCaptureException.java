package dev.umsim.sim.capture;

import java.io.IOException;

/** A file is no capture, or none from which anything can be read. */
public final class MalformedCaptureException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedCaptureException(String message) {
    super(message);
  }
}
