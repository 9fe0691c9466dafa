package dev.umsim.sim.profile;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** What a value of a profile can be: one of some words, one of some numbers, or any in between. */
sealed interface Range {
  /** The value as it is kept, in the one form in which it is written. */
  default String check(Object value) {
    if (!holds(value)) {
      var shown = value instanceof String ? "\"" + value + "\"" : value;
      throw new IllegalArgumentException("is " + wanted() + ", not " + shown);
    }
    return value.toString();
  }

  /** Whether a {@link String}, {@link Long} or {@link Double} is possible; nothing else is. */
  boolean holds(Object value);

  /** What is possible, as in "is a whole number from 1 to 19". */
  String wanted();

  static Range count(long least, long most) {
    return new Counts(least, most, 1);
  }

  /** Whole numbers that are multiples of another. */
  static Range multiple(long of, long least, long most) {
    return new Counts(least, most, of);
  }

  static Range decimal(double least, double most) {
    return new Decimals(least, most);
  }

  static Range words(String... words) {
    return new Words(List.of(words));
  }

  /** The powers of two from one to another. */
  static Range powers(long least, long most) {
    return new Powers(least, most);
  }

  /** One of some words. */
  record Words(List<String> words) implements Range {
    @Override
    public boolean holds(Object value) {
      return value instanceof String word && words.contains(word);
    }

    @Override
    public String wanted() {
      return words.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(" or "));
    }
  }

  /** Whole numbers from one to another. */
  record Counts(long least, long most, long multiple) implements Range {
    @Override
    public boolean holds(Object value) {
      return value instanceof Long count
          && count >= least
          && count <= most
          && count % multiple == 0;
    }

    @Override
    public String wanted() {
      var kind = multiple == 1 ? "a whole number" : "a multiple of " + multiple;
      return kind + " from " + least + " to " + most;
    }
  }

  /** Powers of two from one to another. */
  record Powers(long least, long most) implements Range {
    @Override
    public boolean holds(Object value) {
      return value instanceof Long count
          && count >= least
          && count <= most
          && Long.bitCount(count) == 1;
    }

    @Override
    public String wanted() {
      return "a power of two from " + least + " to " + most;
    }
  }

  /** Numbers from one to another. */
  record Decimals(double least, double most) implements Range {
    @Override
    public boolean holds(Object value) {
      // Not a number is in no range, and the infinities are in none that ends.
      return (value instanceof Long || value instanceof Double)
          && ((Number) value).doubleValue() >= least
          && ((Number) value).doubleValue() <= most;
    }

    @Override
    public String wanted() {
      return "a number from " + plain(least) + " to " + plain(most);
    }

    private static String plain(double number) {
      return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
  }
}
