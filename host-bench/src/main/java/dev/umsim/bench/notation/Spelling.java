package dev.umsim.bench.notation;

import java.util.Collection;
import java.util.Comparator;

/** Finds the word that somebody meant. */
public final class Spelling {
  private Spelling() {}

  /** {@code ; did you mean X?} where a known word is near, and else nothing. */
  public static String hint(String word, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(nearest -> distance(word, nearest) <= Math.max(1, nearest.length() / 3))
        .map(nearest -> "; did you mean " + nearest + "?")
        .orElse("");
  }

  /** How many letters have to be put in, left out or changed (Levenshtein's distance). */
  private static int distance(String from, String to) {
    var row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
