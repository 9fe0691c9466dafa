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

  /** Whether it is a word and not a number. */
  boolean isWord() {
    return key.range() instanceof Range.Words;
  }

  double number() {
    return Double.parseDouble(text);
  }
}
