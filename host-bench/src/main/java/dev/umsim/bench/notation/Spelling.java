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

  /**
   * How many letters have to be put in, left out, changed, or swapped with the next (Levenshtein's
   * distance, as Damerau has it).
   */
  private static int distance(String from, String to) {
    var rows = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(from, to, rows, i, j);
      }
    }
    return rows[from.length()][to.length()];
  }

  private static int step(String from, String to, int[][] rows, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int least = Math.min(rows[i - 1][j], rows[i][j - 1]) + 1;
    least = Math.min(least, rows[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
  }
}
