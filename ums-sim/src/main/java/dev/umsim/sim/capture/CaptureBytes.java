package dev.umsim.sim.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a capture file from its beginning to its end, each read once. */
final class CaptureBytes implements Closeable {
  private final InputStream in;
  private long position;

  CaptureBytes(InputStream in) {
    this.in = in;
  }

  /** Where the next byte stands. */
  long position() {
    return position;
  }

  /**
   * The next {@code count} bytes, or what is left of them at the end of the file. Memory is taken
   * as bytes come, so that a length that lies takes none.
   */
  ByteBuffer read(int count, ByteOrder order) throws IOException {
    byte[] bytes = in.readNBytes(count);
    position += bytes.length;
    return ByteBuffer.wrap(bytes).order(order);
  }

  /** Passes over bytes. Whether they were all there. */
  boolean skip(long count) throws IOException {
    long left = count;
    while (left > 0) {
      long skipped = in.skip(left);
      if (skipped <= 0) {
        if (in.read() < 0) {
          return false;
        }
        skipped = 1;
      }
      left -= skipped;
      position += skipped;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
