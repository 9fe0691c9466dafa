package dev.umsim.sim.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines of a text in UTF-8, each ended by a line feed or by carriage return and line feed. */
final class Utf8Lines {
  private Utf8Lines() {}

  static List<String> of(byte[] utf8) throws MalformedExchangeException {
    var lines = new ArrayList<String>();
    int start = 0;
    for (int at = 0; at <= utf8.length; at++) {
      boolean end = at == utf8.length;
      if (end ? at > start : utf8[at] == '\n') {
        int length = at - start;
        if (!end && length > 0 && utf8[at - 1] == '\r') {
          length--;
        }
        lines.add(decode(utf8, start, length, lines.size() + 1));
        start = at + 1;
      }
    }
    return lines;
  }

  private static String decode(byte[] utf8, int start, int length, int line)
      throws MalformedExchangeException {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var bytes = ByteBuffer.wrap(utf8, start, length);
    try {
      var text = decoder.decode(bytes).toString();
      for (int i = 0; i < text.length(); i++) {
        if (Character.isISOControl(text.charAt(i))) {
          throw new MalformedExchangeException(
              line,
              i + 1,
              String.format(
                  "there is a control character, %02x; use spaces", (int) text.charAt(i)));
        }
      }
      return text;
    } catch (CharacterCodingException e) {
      // The decoder stands before the bytes that mean nothing.
      var before = new String(utf8, start, bytes.position() - start, StandardCharsets.UTF_8);
      throw new MalformedExchangeException(line, before.length() + 1, "this is not UTF-8");
    }
  }
}
