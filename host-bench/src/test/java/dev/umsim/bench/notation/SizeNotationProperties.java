package dev.umsim.bench.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class SizeNotationProperties {
  private static final Map<String, Integer> POWERS =
      Map.of("K", 1, "M", 2, "G", 3, "T", 4, "P", 5, "E", 6);

  /** A number with its suffix: the text, and what it means without any limit. */
  record Factor(String text, BigInteger value) {}

  @Provide
  Arbitrary<Factor> factors() {
    var numbers = Arbitraries.bigIntegers().between(BigInteger.ZERO, BigInteger.TWO.pow(66));
    var units = Arbitraries.of(POWERS.keySet());
    var endings = Arbitraries.of("", "iB", "B");
    return Combinators.combine(numbers, units, endings)
        .as(
            (number, unit, ending) -> {
              long base = ending.equals("B") ? 1000 : 1024;
              var factor = BigInteger.valueOf(base).pow(POWERS.get(unit));
              return new Factor(number + unit + ending, number.multiply(factor));
            });
  }

  @Provide
  Arbitrary<List<Factor>> products() {
    return factors().list().ofMinSize(1).ofMaxSize(3);
  }

  @Property
  void isExactOrRefused(@ForAll("products") List<Factor> product) {
    var text = String.join("x", product.stream().map(Factor::text).toList());
    var value = product.stream().map(Factor::value).reduce(BigInteger.ONE, BigInteger::multiply);
    if (value.bitLength() > 63) {
      assertThatThrownBy(() -> SizeNotation.parse(text)).isInstanceOf(NotationException.class);
    } else {
      assertThat(SizeNotation.parse(text)).isEqualTo(value.longValueExact());
    }
  }

  @Property
  void whatIsFormattedIsReadBack(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(SizeNotation.parse(SizeNotation.format(bytes))).isEqualTo(bytes);
  }

  @Property
  void roundSizesAreShort(@ForAll @LongRange(min = 1, max = 999) long count) {
    assertThat(SizeNotation.format(count << 20)).isEqualTo(count + "M");
  }

  @Property
  void nothingElseIsThrown(@ForAll String text) {
    try {
      assertThat(SizeNotation.parse(text)).isNotNegative();
    } catch (NotationException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
