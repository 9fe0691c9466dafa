package dev.umsim.bench.notation;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text in which a byte of UTF-8 may stand as {@code %} and two digits (RFC 3986, section 2.1). */
public final class PercentEncoding {
  /** What never needs it in a value of a target; the comma begins an option of an image. */
  private static final String UNCHANGED = "-._~/:@!$'()*+;=";

  private PercentEncoding() {}

  public static String decode(String text) {
    var bytes = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); ) {
      if (text.charAt(at) == '%') {
        bytes.write(byteAt(text, at));
        at += 3;
      } else {
        int next = text.offsetByCodePoints(at, 1);
        bytes.writeBytes(text.substring(at, next).getBytes(StandardCharsets.UTF_8));
        at = next;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new NotationException("'" + text + "' is not UTF-8 when its %XX are decoded");
    }
  }

  private static int byteAt(String text, int at) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw new NotationException(
          "'" + text + "' has a % without two hexadecimal digits; a % itself is written %25");
    }
    return high << 4 | low;
  }

  static String encode(String text) {
    var encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      boolean unchanged =
          each >= 'a' && each <= 'z'
              || each >= 'A' && each <= 'Z'
              || each >= '0' && each <= '9'
              || UNCHANGED.indexOf(each) >= 0;
      encoded.append(unchanged ? String.valueOf((char) each) : String.format("%%%02X", each));
    }
    return encoded.toString();
  }
}
