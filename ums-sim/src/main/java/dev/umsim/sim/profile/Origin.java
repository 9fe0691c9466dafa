package dev.umsim.sim.profile;

import java.util.Locale;
import java.util.Optional;

/**
 * Where a value of a profile comes from.
 *
 * @param text the document; the measured cell; or the reason. Empty only for a value that is given
 */
public record Origin(Kind kind, String text) {
  /** How a value was found. */
  public enum Kind {
    /** It stands in a document. */
    SOURCED,
    /** It was fitted so that one measured cell comes out. */
    CALIBRATED,
    /** It was fixed for a reason, before anything was predicted with it. */
    ASSUMED,
    /** Somebody who measures or tries something has set it. */
    GIVEN;

    /** The kind with this name in a profile. */
    static Optional<Kind> named(String name) {
      for (var kind : values()) {
        if (kind.toString().equals(name)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }

    /** Its name in a profile. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A value that somebody has set without saying why. */
  static final Origin GIVEN = new Origin(Kind.GIVEN, "");

  public Origin {
    if (text.isBlank() && kind != Kind.GIVEN) {
      throw new IllegalArgumentException("what a value was " + kind + " by is not said");
    }
  }
}
