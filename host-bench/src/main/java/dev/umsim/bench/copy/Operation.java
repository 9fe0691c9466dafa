package dev.umsim.bench.copy;

import java.util.Locale;

/** Which way a copy goes. */
public enum Operation {
  /** From the device to the host. */
  READ,
  /** From the host to the device. */
  WRITE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
