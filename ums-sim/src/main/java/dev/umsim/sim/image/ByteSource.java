package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bytes at positions that can be read: an image, a partition of one, or a disk behind a link. */
public interface ByteSource {

  /** How many bytes there are. */
  long sizeBytes();

  /**
   * Fills {@code into} with the bytes from {@code offsetBytes} on. Past the end stand zeros, so
   * that a reader of damaged structures need not look where the image ends.
   *
   * @param offsetBytes zero or more; may lie past the end
   * @throws IOException if the bytes cannot be read
   */
  void read(long offsetBytes, ByteBuffer into) throws IOException;

  /** The {@code lengthBytes} bytes from {@code offsetBytes} on as a new little-endian buffer. */
  default ByteBuffer read(long offsetBytes, int lengthBytes) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    read(offsetBytes, bytes);
    return bytes.flip();
  }

  /**
   * A window on a part of these bytes. A window may reach past the end; what lies there is zero and
   * does not count into its size.
   *
   * @param offsetBytes zero or more
   * @param lengthBytes zero or more
   */
  default ByteSource window(long offsetBytes, long lengthBytes) {
    return new ByteWindow(this, offsetBytes, lengthBytes);
  }
}
