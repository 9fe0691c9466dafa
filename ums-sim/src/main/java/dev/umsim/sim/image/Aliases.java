package dev.umsim.sim.image;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the short names of one directory, each of which is unlike all its names, long and short
 * (Microsoft FAT specification 1.03, "The Basis-Name Generation Algorithm" and "The Numeric-Tail
 * Generation Algorithm").
 *
 * <p>Characters beyond ASCII become underscores, so that the choice depends on no code page.
 */
final class Aliases {
  private static final int TAIL_DIGITS_MAX = 6;

  private final Set<String> taken = new HashSet<>();
  // The next number to try for what stands around the tail; without it, a directory of many
  // similar names would take the square of their count.
  private final Map<String, Integer> nextNumbers = new HashMap<>();

  /**
   * @param names all names of the directory; no alias will be like one of them, save the name's own
   */
  Aliases(Collection<String> names) {
    names.forEach(name -> taken.add(LongName.key(name)));
  }

  /** The short name for {@code name}; asked once for each name. */
  ShortName choose(String name) {
    Optional<ShortName> exact = ShortName.exactly(LongName.key(name));
    if (exact.isPresent()) {
      return exact.get(); // nobody else has it: names differ, and aliases keep clear of names
    }
    String visible = stripLeadingDots(name);
    String base = basis(beforeFirstDot(visible), ShortName.BASE_LENGTH);
    String extension = basis(afterLastDot(visible), ShortName.EXTENSION_LENGTH);
    return withTail(base, extension);
  }

  private ShortName withTail(String base, String extension) {
    int firstNumber = 1;
    for (int digits = 1; digits <= TAIL_DIGITS_MAX; digits++, firstNumber *= 10) {
      int kept = Math.min(base.length(), ShortName.BASE_LENGTH - 1 - digits);
      String start = base.substring(0, kept) + "~";
      String around = start + digits + "." + extension;
      int number = nextNumbers.getOrDefault(around, firstNumber);
      while (number < firstNumber * 10) {
        ShortName candidate = ShortName.of(start + number++, extension);
        if (taken.add(candidate.toString())) {
          nextNumbers.put(around, number);
          return candidate;
        }
      }
      nextNumbers.put(around, number);
    }
    throw new IllegalStateException("no short name is left for " + base); // past 65536 entries
  }

  private static String stripLeadingDots(String name) {
    String stripped = name.replace(" ", "");
    int start = 0;
    while (start < stripped.length() && stripped.charAt(start) == '.') {
      start++;
    }
    return stripped.substring(start);
  }

  private static String beforeFirstDot(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static String afterLastDot(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1);
  }

  private static String basis(String part, int length) {
    StringBuilder basis = new StringBuilder(length);
    part.codePoints()
        .limit(length)
        .map(c -> Character.toUpperCase(c))
        .forEach(c -> basis.append(ShortName.isLegal(c) ? (char) c : '_'));
    return basis.toString();
  }
}
