package dev.umsim.bench.device;

import java.io.IOException;

/** A target that cannot be had, told in one line with the remedy. */
public final class UnreachableTargetException extends IOException {
  private static final long serialVersionUID = 1;

  /** A line that says why, and what helps. */
  public UnreachableTargetException(String line) {
    super(line);
  }
}
