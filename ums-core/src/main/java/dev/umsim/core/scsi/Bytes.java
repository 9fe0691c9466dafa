package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Big-endian fields in replies and parameter lists. */
final class Bytes {
  private Bytes() {}

  static void put16(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  static void put32(byte[] bytes, int at, long value) {
    put16(bytes, at, (int) (value >> 16));
    put16(bytes, at + 2, (int) value);
  }

  static void put64(byte[] bytes, int at, long value) {
    put32(bytes, at, value >>> 32);
    put32(bytes, at + 4, value);
  }

  static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  static long u32(byte[] bytes, int at) {
    return (long) u16(bytes, at) << 16 | u16(bytes, at + 2);
  }

  static long u64(byte[] bytes, int at) {
    return u32(bytes, at) << 32 | u32(bytes, at + 4);
  }

  /** Text in a field of fixed width, padded with spaces (SPC-4, section 4.4.1). */
  static void putText(byte[] bytes, int at, int width, String text) {
    for (int i = 0; i < width; i++) {
      bytes[at + i] = (byte) (i < text.length() ? text.charAt(i) : ' ');
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Whether two rows of bytes are equal; a multiple of eight bytes each. Netty's own comparison
   * heeds reader and writer indices, which are not used here.
   */
  static boolean equal(ByteBuf one, int oneIndex, ByteBuf other, int otherIndex, int length) {
    for (int i = 0; i < length; i += Long.BYTES) {
      if (one.getLong(oneIndex + i) != other.getLong(otherIndex + i)) {
        return false;
      }
    }
    return true;
  }

  /** Several arrays one behind the other. */
  static byte[] join(List<byte[]> parts) {
    var joined = new byte[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (var part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }

  /** The first bytes of a reply, as many as the host has allocated. */
  static byte[] cut(byte[] reply, long allocationLength) {
    return reply.length <= allocationLength ? reply : Arrays.copyOf(reply, (int) allocationLength);
  }
}
