package dev.umsim.sim.deviation;

import java.util.Locale;

/**
 * What a deviation is by the clause that it stands under; whether anything finds it has no say in
 * that.
 */
public enum DeviationClass {
  /** It does what a standard forbids, or leaves out what one demands. */
  BREAKS_CLAUSE,
  /** The standards allow it, and the hosts that are known take it. */
  LEGAL_CHOICE,
  /** The standards allow it, and a host that is known trips over it. */
  TRIPS_HOSTS;

  /** As it is written: {@code breaks-clause}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
