package dev.umsim.core.usb.descriptor;

import java.nio.charset.StandardCharsets;

/**
 * String descriptors: UTF-16 text, and the list of languages at index 0 (USB 2.0, section 9.6.7).
 */
public final class StringDescriptor {
  /** LANGID of English (United States). */
  public static final int ENGLISH = 0x0409;

  /** The most UTF-16 units that a string descriptor can hold. */
  public static final int MAX_CHARACTERS = 126;

  private StringDescriptor() {}

  /** The descriptor of a text of at most {@value #MAX_CHARACTERS} characters. */
  public static byte[] encode(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "a string descriptor holds " + MAX_CHARACTERS + " characters, not " + text.length());
    }
    var characters = text.getBytes(StandardCharsets.UTF_16LE);
    var bytes = new byte[2 + characters.length];
    bytes[0] = (byte) bytes.length;
    bytes[1] = DescriptorType.STRING;
    System.arraycopy(characters, 0, bytes, 2, characters.length);
    return bytes;
  }

  /** The descriptor at index 0 of a device that speaks one language. */
  public static byte[] encodeLanguage(int languageId) {
    return new byte[] {4, DescriptorType.STRING, (byte) languageId, (byte) (languageId >> 8)};
  }

  /** The text of a string descriptor. */
  public static String decode(byte[] bytes) throws MalformedDescriptorException {
    Fields.requireLength(bytes, 0, 2, DescriptorType.STRING, "a string");
    int length = Fields.u8(bytes, 0);
    if (length > bytes.length || length % 2 != 0) {
      throw new MalformedDescriptorException(
          "a string descriptor of "
              + length
              + " bytes in "
              + bytes.length
              + ": "
              + Fields.hex(bytes, 0));
    }
    return new String(bytes, 2, length - 2, StandardCharsets.UTF_16LE);
  }

  /** The first language of the descriptor at index 0. */
  public static int decodeLanguage(byte[] bytes) throws MalformedDescriptorException {
    Fields.requireLength(bytes, 0, 4, DescriptorType.STRING, "a language");
    return Fields.u16(bytes, 2);
  }
}
