package dev.umsim.core.usb.descriptor;

/** Fields of descriptors: bytes and little-endian words, checked for what they can hold. */
final class Fields {
  private Fields() {}

  static int u8(byte[] bytes, int at) {
    return bytes[at] & 0xff;
  }

  static int u16(byte[] bytes, int at) {
    return u8(bytes, at) | u8(bytes, at + 1) << 8;
  }

  static void put16(byte[] bytes, int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >> 8);
  }

  static void require8(int value, String field) {
    if ((value & ~0xff) != 0) {
      throw new IllegalArgumentException(field + " is one byte, not " + value);
    }
  }

  static void require16(int value, String field) {
    if ((value & ~0xffff) != 0) {
      throw new IllegalArgumentException(field + " is two bytes, not " + value);
    }
  }

  static void requireLength(byte[] bytes, int offset, int length, int type, String what)
      throws MalformedDescriptorException {
    if (bytes.length - offset < length
        || u8(bytes, offset) < length
        || u8(bytes, offset + 1) != type) {
      throw new MalformedDescriptorException(
          String.format(
              "%s descriptor of %d bytes and type %02x expected, got %s",
              what, length, type, hex(bytes, offset)));
    }
  }

  static String hex(byte[] bytes, int offset) {
    var text = new StringBuilder();
    for (int i = offset; i < bytes.length && i < offset + 32; i++) {
      text.append(String.format(i == offset ? "%02x" : " %02x", bytes[i]));
    }
    return text.isEmpty() ? "no bytes" : text.toString();
  }
}
