package dev.umsim.bench.workload;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.sim.profile.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A value of a profile, the block size or the host, which takes several values one after the other:
 * {@code KEY=A..B}, {@code KEY=A..B:STEP}, {@code KEY=A..B:xN} or {@code KEY=A,B,C}.
 *
 * <p>Without a step, bytes double and all others take ten equal steps. The last value is always B.
 *
 * @param values as a profile writes them, without quotation marks; none is there twice
 */
public record SweptKey(Swept key, List<String> values) {
  /** As many values as anybody wants to look at. */
  private static final int VALUES_MAX = 1000;

  private static final int USUAL_STEPS = 10;
  private static final String FORM = "write KEY=A..B, KEY=A..B:STEP, KEY=A..B:xN or KEY=A,B,C";

  public SweptKey {
    values = List.copyOf(values);
  }

  /**
   * Reads it.
   *
   * @throws NotationException if there is no such key, or it cannot be read
   */
  public static SweptKey parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw NotationException.about("%s %s sets nothing; " + FORM, Parameter.SWEPT_KEY, text);
    }
    var name = text.substring(0, equals);
    var key =
        Swept.find(name)
            .orElseThrow(
                () ->
                    new NotationException(
                        "there is no key '"
                            + name
                            + "', such as stack.write-buffer; see: ums profile keys"));
    return new SweptKey(key, new Reader(text, key).values(text.substring(equals + 1)));
  }

  /** A value in the unit of its key, for people. */
  public String shown(String value) {
    boolean bytes = key.unit().filter(Unit.BYTES::equals).isPresent();
    return bytes ? SizeNotation.format(Long.parseLong(value)) : value;
  }

  /** Reads the values of one key. */
  private record Reader(String text, Swept key) {
    List<String> values(String list) {
      int dots = list.indexOf("..");
      var values = new LinkedHashSet<String>();
      if (dots < 0) {
        Arrays.stream(list.split(",", -1)).forEach(word -> values.add(value(word)));
      } else if (key.word()) {
        throw new NotationException(
            key + " is " + key.wanted() + "; write " + key + "=ONE,OTHER for some of them");
      } else {
        range(list.substring(0, dots), list.substring(dots + 2))
            .forEach(number -> values.add(plain(number)));
      }
      return List.copyOf(values);
    }

    private String value(String word) {
      return key.word() ? word : plain(number(word));
    }

    private List<BigDecimal> range(String first, String rest) {
      int colon = rest.indexOf(':');
      var from = number(first);
      var to = number(colon < 0 ? rest : rest.substring(0, colon));
      if (from.compareTo(to) > 0) {
        throw NotationException.about(
            "%s %s ends before it begins; turn it round", Parameter.SWEPT_KEY, text);
      }
      if (colon < 0) {
        return key.unit().filter(Unit.BYTES::equals).isPresent()
            ? multiplied(from, to, 2)
            : divided(from, to);
      }
      var step = rest.substring(colon + 1);
      return step.startsWith("x")
          ? multiplied(from, to, factor(step.substring(1)))
          : stepped(from, to, number(step));
    }

    private int factor(String digits) {
      if (!digits.matches("[1-9][0-9]{0,5}") || digits.equals("1")) {
        throw NotationException.about(
            "%s %s: x%s is no factor; write x2 or more", Parameter.SWEPT_KEY, text, digits);
      }
      return Integer.parseInt(digits);
    }

    private List<BigDecimal> divided(BigDecimal from, BigDecimal to) {
      var numbers = new ArrayList<BigDecimal>();
      var width = to.subtract(from);
      for (int step = 0; step <= USUAL_STEPS; step++) {
        var number =
            from.add(
                width
                    .multiply(BigDecimal.valueOf(step))
                    .divide(BigDecimal.valueOf(USUAL_STEPS), MathContext.DECIMAL64));
        numbers.add(key.whole() ? number.setScale(0, RoundingMode.HALF_EVEN) : number);
      }
      return numbers;
    }

    private List<BigDecimal> multiplied(BigDecimal from, BigDecimal to, int factor) {
      if (from.signum() == 0) {
        throw NotationException.about(
            "%s %s: 0 stays 0 when it is multiplied; begin above it, or give a step",
            Parameter.SWEPT_KEY, text);
      }
      var numbers = new ArrayList<BigDecimal>();
      for (var each = from; each.compareTo(to) < 0; ) {
        add(numbers, each);
        each = each.multiply(BigDecimal.valueOf(factor));
      }
      add(numbers, to);
      return numbers;
    }

    private List<BigDecimal> stepped(BigDecimal from, BigDecimal to, BigDecimal step) {
      if (step.signum() == 0) {
        throw NotationException.about("%s %s: a step is more than 0", Parameter.SWEPT_KEY, text);
      }
      var numbers = new ArrayList<BigDecimal>();
      for (var each = from; each.compareTo(to) < 0; each = each.add(step)) {
        add(numbers, each);
      }
      add(numbers, to);
      return numbers;
    }

    private void add(List<BigDecimal> numbers, BigDecimal number) {
      if (numbers.size() == VALUES_MAX) {
        throw NotationException.about(
            "%s %s has more than %d values; choose a larger step",
            Parameter.SWEPT_KEY, text, VALUES_MAX);
      }
      numbers.add(number);
    }

    private BigDecimal number(String word) {
      if (key.whole()) {
        return new BigDecimal(BigInteger.valueOf(SizeNotation.parse(word)));
      }
      if (!word.matches("[0-9]{1,12}(\\.[0-9]{1,9})?")) {
        throw NotationException.about(
            "%s %s: '%s' is not a number; %s is %s",
            Parameter.SWEPT_KEY, text, word, key, key.wanted());
      }
      return new BigDecimal(word);
    }

    private static String plain(BigDecimal number) {
      var plain = number.stripTrailingZeros();
      return plain.signum() == 0 ? "0" : plain.toPlainString();
    }
  }
}
