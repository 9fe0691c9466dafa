package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A part of a {@link ByteSource}, with positions of its own. */
record ByteWindow(ByteSource whole, long offsetBytes, long lengthBytes) implements ByteSource {
  ByteWindow {
    if (offsetBytes < 0 || lengthBytes < 0) {
      throw new IllegalArgumentException(
          "a window of %d bytes at %d".formatted(lengthBytes, offsetBytes));
    }
  }

  @Override
  public long sizeBytes() {
    return Math.max(0, Math.min(lengthBytes, whole.sizeBytes() - offsetBytes));
  }

  @Override
  public void read(long at, ByteBuffer into) throws IOException {
    long present = Math.max(0, Math.min(into.remaining(), sizeBytes() - at));
    if (present > 0) {
      int end = into.limit();
      into.limit(into.position() + (int) present);
      whole.read(offsetBytes + at, into);
      into.limit(end);
    }
    while (into.hasRemaining()) {
      into.put((byte) 0);
    }
  }
}
