package dev.umsim.sim.check;

import java.util.Locale;

/** What it means when a device does not do what a check asks for. */
public enum Severity {
  /** A clause is broken: the check has failed. */
  SHALL,
  /** A clause is broken that every known host forgives: a warning, or a failure where strict. */
  FORGIVEN,
  /** The standards allow it, and a host that is known trips over it: a warning. */
  TRIPS_HOSTS;

  /** As it is written: {@code trips-hosts}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
