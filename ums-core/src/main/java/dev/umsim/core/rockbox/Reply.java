package dev.umsim.core.rockbox;

import io.netty.buffer.ByteBuf;

/**
 * A reply under construction in the driver's memory; big-endian. Bytes that are not set keep what
 * was there.
 */
record Reply(ByteBuf memory, int index) {
  Reply put8(int at, int value) {
    memory.setByte(index + at, value);
    return this;
  }

  Reply put16(int at, int value) {
    memory.setShort(index + at, value);
    return this;
  }

  Reply put24(int at, int value) {
    memory.setMedium(index + at, value);
    return this;
  }

  Reply put32(int at, long value) {
    memory.setInt(index + at, (int) value);
    return this;
  }

  Reply zero(int at, int count) {
    memory.setZero(index + at, count);
    return this;
  }

  Reply put(int at, byte[] bytes) {
    memory.setBytes(index + at, bytes);
    return this;
  }

  /** Text up to its first NUL, and spaces behind it. */
  Reply putText(int at, int width, String text) {
    int end = text.indexOf('\0');
    int length = end < 0 ? text.length() : end;
    for (int i = 0; i < width; i++) {
      put8(at + i, i < length ? text.charAt(i) : ' ');
    }
    return this;
  }
}
