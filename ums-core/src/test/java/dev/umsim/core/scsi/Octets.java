package dev.umsim.core.scsi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Bytes as the tables of tests write them. */
final class Octets {
  private static final Pattern PART =
      Pattern.compile("'([^']*)'|([0-9A-Fa-f]{2})\\*(\\d+)|([0-9A-Fa-f]{2})|[ |-]");

  private Octets() {}

  /**
   * The bytes of a text such as {@code 00 1F*3 'AB'}: hexadecimal digits, three times 1F, and ASCII
   * characters. A dash is nothing.
   */
  static byte[] of(String text) {
    var bytes = new ByteArrayOutputStream();
    var part = PART.matcher(text);
    int end = 0;
    while (part.find() && part.start() == end) {
      end = part.end();
      if (part.group(1) != null) {
        bytes.writeBytes(part.group(1).getBytes(StandardCharsets.US_ASCII));
      } else if (part.group(2) != null) {
        for (int i = 0; i < Integer.parseInt(part.group(3)); i++) {
          bytes.write(HexFormat.fromHexDigits(part.group(2)));
        }
      } else if (part.group(4) != null) {
        bytes.write(HexFormat.fromHexDigits(part.group(4)));
      }
    }
    if (end != text.length()) {
      throw new IllegalArgumentException(text);
    }
    return bytes.toByteArray();
  }

  /** The bytes in hexadecimal, as {@link #of} reads them. */
  static String text(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
  }
}
