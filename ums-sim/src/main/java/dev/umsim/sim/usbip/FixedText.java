package dev.umsim.sim.usbip;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Text in a field of fixed length, filled up with zeros. */
final class FixedText {
  private FixedText() {}

  static String decode(ByteBuf in, int index, int length) {
    int end = in.indexOf(index, index + length, (byte) 0);
    int count = end < 0 ? length : end - index;
    return in.toString(index, count, StandardCharsets.ISO_8859_1);
  }

  /** The last byte stays zero. */
  static void encode(String text, ByteBuf out, int index, int length) {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int count = Math.min(bytes.length, length - 1);
    out.setBytes(index, bytes, 0, count);
    out.setZero(index + count, length - count);
  }

  /** Refuses what {@link #encode} would shorten. */
  static String require(String text, int length) {
    if (text.length() >= length || text.chars().anyMatch(each -> each == 0 || each > 0xff)) {
      throw new IllegalArgumentException(
          "a name has at most " + (length - 1) + " characters of one byte, not '" + text + "'");
    }
    return text;
  }
}
