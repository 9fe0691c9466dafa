package dev.umsim.sim.profile;

/**
 * A value of a profile.
 *
 * @param text the value as it is written, without quotation marks
 * @param origin where it comes from
 */
public record Setting(ProfileKey key, String text, Origin origin) {
  /**
   * A value, checked.
   *
   * @param value a {@link String}, {@link Long} or {@link Double}
   * @throws IllegalArgumentException if it is not possible; the message says what is
   */
  static Setting of(ProfileKey key, Object value, Origin origin) {
    return new Setting(key, key.range().check(value), origin);
  }

  /**
   * A value as somebody writes it, without quotation marks.
   *
   * @throws ProfileException if it is not possible; the message says what is
   */
  static Setting parse(ProfileKey key, String text, Origin origin) {
    try {
      return of(key, key.range() instanceof Range.Words ? text : number(text), origin);
    } catch (IllegalArgumentException e) {
      throw new ProfileException(key, key + " is " + key.wanted() + ", not " + text);
    }
  }

  private static Object number(String text) {
    if (text.matches("-?[0-9]+")) {
      return Long.valueOf(text);
    }
    // Double.valueOf takes more than a file may have, such as 1d and 0x1p3.
    return text.matches("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?") ? Double.valueOf(text) : text;
  }

  /** Whether it is a word and not a number. */
  boolean isWord() {
    return key.range() instanceof Range.Words;
  }

  double number() {
    return Double.parseDouble(text);
  }
}
