package dev.umsim.bench.linux;

import java.io.IOException;

/** A volume cannot be mounted, or not hold what is to be written; the message says what to do. */
public final class UnusableVolumeException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableVolumeException(String format, Object... arguments) {
    super(format.formatted(arguments));
  }
}
