package dev.umsim.bench.fidelity;

import java.util.Locale;

/** What becomes of a measured cell. */
public enum CellKind {
  /** A value of the profiles was fitted to it. */
  CALIBRATED,
  /** Nothing was fitted to it, but it was in view when a structure was chosen. */
  STRUCTURAL,
  /** It was not used in any way. */
  PREDICTED,
  /** It is one run of those behind an average. */
  REPEAT,
  /** The page says that there is no such figure. */
  ABSENT;

  /** Whether the model says something about it. */
  boolean modelled() {
    return this == CALIBRATED || this == STRUCTURAL || this == PREDICTED || this == REPEAT;
  }

  static CellKind named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
