package dev.umsim.core.host;

import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/** What can be made of the bytes of a string descriptor (USB 2.0, section 9.6.7). */
final class ReceivedString {
  private ReceivedString() {}

  /**
   * The text, as far as it is there: of whole characters, and no more than both bLength and what
   * came; nothing if these bytes are no string descriptor.
   */
  static Optional<String> text(byte[] bytes) {
    if (bytes.length < 2 || (bytes[1] & 0xff) != DescriptorType.STRING) {
      return Optional.empty();
    }
    int length = Math.min(bytes[0] & 0xff, bytes.length) & ~1;
    return length < 2
        ? Optional.empty()
        : Optional.of(new String(bytes, 2, length - 2, StandardCharsets.UTF_16LE));
  }

  /** Whether bLength is what came, and even. */
  static boolean isWhole(byte[] bytes) {
    return bytes.length >= 2 && (bytes[0] & 0xff) == bytes.length && bytes.length % 2 == 0;
  }

  /** The first language, or nothing if these bytes name none. */
  static OptionalInt language(byte[] bytes) {
    boolean named =
        bytes.length >= 4 && (bytes[0] & 0xff) >= 4 && (bytes[1] & 0xff) == DescriptorType.STRING;
    return named ? OptionalInt.of(bytes[2] & 0xff | (bytes[3] & 0xff) << 8) : OptionalInt.empty();
  }

  /** What a host takes where a device names no language. */
  static int defaultLanguage() {
    return StringDescriptor.ENGLISH;
  }
}
