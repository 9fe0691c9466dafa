package dev.umsim.core.testing;

import java.util.HexFormat;

/** Bytes written in hexadecimal, with or without spaces between them. */
public final class Hex {
  private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

  private Hex() {}

  /**
   * The bytes of a text such as {@code 55 53 4243}. {@code 00*20} is twenty times 00, and {@code
   * "AB"} are ASCII characters; a dash alone is no bytes.
   */
  public static byte[] bytes(String text) {
    var digits = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '"') {
        int end = text.indexOf('"', at + 1);
        for (char c : text.substring(at + 1, end).toCharArray()) {
          digits.append(String.format("%02x", (int) c));
        }
        at = end + 1;
      } else if (next == '*') {
        int end = at + 1;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
          end++;
        }
        var repeated = digits.substring(digits.length() - 2);
        digits.append(repeated.repeat(Integer.parseInt(text.substring(at + 1, end)) - 1));
        at = end;
      } else {
        if (next != ' ' && next != '-') {
          digits.append(next);
        }
        at++;
      }
    }
    return HexFormat.of().parseHex(digits);
  }

  /** The bytes, each as two digits, separated by spaces. */
  public static String text(byte[] bytes) {
    return SPACED.formatHex(bytes);
  }
}
