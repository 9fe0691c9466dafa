package dev.umsim.sim.profile;

import java.math.BigDecimal;
import java.util.List;

/** What a value of a profile can be: one of some words, a whole number, or a number. */
sealed interface Range {
  /** The value as it is kept, in the one form in which it is written. */
  String check(Object value);

  /** What would be right, as in "is NUMBER". */
  String wanted();

  static Range count(long least, long most) {
    return new Numbers(least, most, true);
  }

  static Range decimal(double least, double most) {
    return new Numbers(least, most, false);
  }

  static Range words(String... words) {
    return new Words(List.of(words));
  }

  /** One of some words. */
  record Words(List<String> words) implements Range {
    @Override
    public String check(Object value) {
      if (value instanceof String word && words.contains(word)) {
        return word;
      }
      throw new IllegalArgumentException("is " + wanted() + ", not " + value);
    }

    @Override
    public String wanted() {
      return "\"" + String.join("\" or \"", words) + "\"";
    }
  }

  /** A number from one to another. */
  record Numbers(double least, double most, boolean whole) implements Range {
    @Override
    public String check(Object value) {
      if (value instanceof Long || value instanceof Double && !whole) {
        double number = ((Number) value).doubleValue();
        if (number >= least && number <= most) {
          return value.toString();
        }
      }
      throw new IllegalArgumentException("is " + wanted() + ", not " + value);
    }

    @Override
    public String wanted() {
      return (whole ? "a whole number" : "a number")
          + " from "
          + plain(least)
          + " to "
          + plain(most);
    }

    private static String plain(double number) {
      return new BigDecimal(number).stripTrailingZeros().toPlainString();
    }
  }
}
