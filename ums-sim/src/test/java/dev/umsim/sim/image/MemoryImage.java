package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An image in memory, zero at first. */
final class MemoryImage implements ByteSource, ByteStore {
  final byte[] bytes;

  MemoryImage(int sizeBytes) {
    this(new byte[sizeBytes]);
  }

  MemoryImage(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public long sizeBytes() {
    return bytes.length;
  }

  @Override
  public void read(long offsetBytes, ByteBuffer into) {
    while (into.hasRemaining()) {
      long at = offsetBytes++;
      into.put(at < bytes.length ? bytes[(int) at] : 0);
    }
  }

  @Override
  public void write(long offsetBytes, ByteBuffer from) {
    from.get(bytes, Math.toIntExact(offsetBytes), from.remaining());
  }

  /** The bytes from {@code start} to before {@code end} in hexadecimal. */
  String hex(int start, int end) {
    StringBuilder text = new StringBuilder();
    for (byte one : Arrays.copyOfRange(bytes, start, end)) {
      text.append("%02x".formatted(one));
    }
    return text.toString();
  }
}
