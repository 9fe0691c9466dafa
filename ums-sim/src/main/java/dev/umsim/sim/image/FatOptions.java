package dev.umsim.sim.image;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What may be chosen about a FAT file system.
 *
 * @param type the kind, or empty for the one that suits the size
 * @param clusterBytes the size of a cluster, or empty for one that suits kind and size
 * @param label up to 11 characters of ASCII, turned into capitals; empty for none
 */
public record FatOptions(Optional<FatType> type, OptionalInt clusterBytes, String label) {
  /** All is chosen by the size of the volume, and there is no label. */
  public static final FatOptions AUTOMATIC =
      new FatOptions(Optional.empty(), OptionalInt.empty(), "");

  private static final String ILLEGAL_IN_LABEL = "\"*+,./:;<=>?[\\]|";

  /** Checks the label; an {@link ImageRefusal} says what is wrong with it. */
  public FatOptions {
    Objects.requireNonNull(type);
    Objects.requireNonNull(clusterBytes);
    if (label.length() > ShortName.LENGTH) {
      throw new ImageRefusal(
          "the label \"%s\" has %d characters, a FAT label has %d at most",
          label, label.length(), ShortName.LENGTH);
    }
    for (char c : label.toCharArray()) {
      if (c < ' ' || c > '~' || ILLEGAL_IN_LABEL.indexOf(c) >= 0) {
        throw new ImageRefusal(
            "the label \"%s\" has the character U+%04X, which FAT forbids there", label, (int) c);
      }
    }
    if (label.startsWith(" ") || label.endsWith(" ")) {
      throw new ImageRefusal(
          "the label \"%s\" starts or ends with a blank, which FAT would drop", label);
    }
    label = label.toUpperCase(Locale.ROOT);
  }
}
