package dev.umsim.sim.check;

import java.util.Locale;

/** What came of a check. */
public enum Outcome {
  /** The device does it. */
  PASS,
  /** It does not, and a clause says that it shall. */
  FAIL,
  /** It does what is legal and trips a host, or breaks a clause that every host forgives. */
  WARN,
  /** The clause does not concern this device. */
  NOT_APPLICABLE,
  /** It could not be found out. */
  NOT_RUN;

  /** As it is written: {@code not-applicable}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
