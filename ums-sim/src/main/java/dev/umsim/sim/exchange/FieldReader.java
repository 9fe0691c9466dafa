package dev.umsim.sim.exchange;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Takes bytes apart into fields. Bytes that are not there make no field, so that any number of them
 * can be shown.
 */
final class FieldReader {
  private final byte[] bytes;
  private final List<Field> fields = new ArrayList<>();
  private int at;

  FieldReader(byte[] bytes) {
    this.bytes = bytes;
  }

  List<Field> fields() {
    if (at < bytes.length) {
      fields.add(new Field("further bytes", HexFormat.of().formatHex(bytes, at, bytes.length)));
      at = bytes.length;
    }
    return fields;
  }

  /** Whether so many more bytes are there. */
  boolean has(int count) {
    return bytes.length - at >= count;
  }

  int remaining() {
    return bytes.length - at;
  }

  /** The byte so many further on. */
  int peek(int further) {
    return bytes[at + further] & 0xff;
  }

  /** A number of 1 to 8 bytes, big-endian. */
  FieldReader big(String name, int width) {
    return number(name, width, true);
  }

  /** A number of 1 to 8 bytes, little-endian. */
  FieldReader little(String name, int width) {
    return number(name, width, false);
  }

  private FieldReader number(String name, int width, boolean bigEndian) {
    if (has(width)) {
      long value = 0;
      for (int i = 0; i < width; i++) {
        value = value << 8 | peek(bigEndian ? i : width - 1 - i);
      }
      var hex = String.format("%0" + 2 * width + "x", value);
      fields.add(new Field(name, hex + " (" + Long.toUnsignedString(value) + ")"));
      at += width;
    }
    return this;
  }

  /** A byte whose values mean something. */
  FieldReader coded(String name, Meaning meaning) {
    if (has(1)) {
      int value = peek(0);
      fields.add(
          new Field(name, String.format("%02x %s", value, meaning.of(value)).stripTrailing()));
      at++;
    }
    return this;
  }

  /** Bytes as they are. */
  FieldReader raw(String name, int width) {
    int there = Math.min(width, remaining());
    if (there > 0) {
      fields.add(new Field(name, HexFormat.of().formatHex(bytes, at, at + there)));
      at += there;
    }
    return this;
  }

  /** Text of ASCII. */
  FieldReader text(String name, int width) {
    int there = Math.min(width, remaining());
    if (there > 0) {
      var text = new StringBuilder("'");
      for (int i = 0; i < there; i++) {
        int letter = peek(i);
        text.append(letter >= 0x20 && letter <= 0x7e ? (char) letter : '?');
      }
      fields.add(new Field(name, text.append("'").toString()));
      at += there;
    }
    return this;
  }

  /** What a byte means, empty if nothing is known. */
  @FunctionalInterface
  interface Meaning {
    String of(int value);
  }
}
