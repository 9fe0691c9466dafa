package dev.umsim.bench.notation;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Sizes as {@code dd} writes them: {@code 512}, {@code 4k} (1024 bytes each), {@code 4kB} (1000
 * each), {@code 32M}, {@code 32MB}, {@code 2x15k}.
 */
public final class SizeNotation {
  private static final Pattern FACTOR = Pattern.compile("([0-9]+)([A-Za-z]*)");
  private static final Map<String, Long> UNITS = units();

  private SizeNotation() {}

  private static Map<String, Long> units() {
    var units = new LinkedHashMap<String, Long>();
    units.put("", 1L);
    units.put("c", 1L);
    units.put("w", 2L);
    units.put("b", 512L);
    units.put("k", 1024L);
    units.put("kB", 1000L);
    long binary = 1;
    long decimal = 1;
    for (var letter : "KMGTPE".split("")) {
      binary *= 1024;
      decimal *= 1000;
      units.put(letter, binary);
      units.put(letter + "iB", binary);
      units.put(letter + "B", decimal);
    }
    return units;
  }

  /**
   * The number of bytes, or of anything else, that a text means.
   *
   * @throws NotationException if it means none, or one of 2<sup>63</sup> or more
   */
  public static long parse(String text) {
    // As dd warns, this would be 0 times something.
    if (text.startsWith("0x")) {
      throw new NotationException(
          "'" + text + "' is 0 times something; write sizes in decimal digits");
    }
    var product = BigInteger.ONE;
    for (var factor : text.split("x", -1)) {
      product = product.multiply(parseFactor(text, factor));
    }
    if (product.bitLength() > 63) {
      throw new NotationException("'" + text + "' is too large; a size is less than 8E");
    }
    return product.longValueExact();
  }

  private static BigInteger parseFactor(String text, String factor) {
    var matcher = FACTOR.matcher(factor);
    var unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new NotationException(
          "'"
              + text
              + "' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or"
              + " GB (times 1000), such as 120k or 32MB");
    }
    return new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
  }

  /** The shortest text for a size, which is exact: {@code 120k} for 122880. */
  public static String format(long size) {
    var shortest = Long.toString(size);
    for (var unit : UNITS.entrySet()) {
      boolean common = unit.getKey().matches("k|kB|[MGTPE]B?");
      if (common && size != 0 && size % unit.getValue() == 0) {
        var text = size / unit.getValue() + unit.getKey();
        shortest = text.length() < shortest.length() ? text : shortest;
      }
    }
    return shortest;
  }
}
