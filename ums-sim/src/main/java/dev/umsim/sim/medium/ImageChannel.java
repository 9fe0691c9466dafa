package dev.umsim.sim.medium;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file as far as a medium needs one; tests put memory and faults in its place. */
interface ImageChannel extends Closeable {
  /** Reads some bytes from the position on, -1 at the end of the file. */
  int read(ByteBuffer into, long position) throws IOException;

  /** Writes some bytes from the position on; beyond its end the file grows. */
  int write(ByteBuffer from, long position) throws IOException;

  /** Length of the file in bytes. */
  long size() throws IOException;

  /** Makes all that was written durable; with {@code metadata} its times and permissions too. */
  void force(boolean metadata) throws IOException;

  /** Fills the buffer from the position on, or throws {@link EOFException}. */
  default void readFully(ByteBuffer into, long position) throws IOException {
    long next = position;
    while (into.hasRemaining()) {
      int count = read(into, next);
      if (count < 0) {
        throw new EOFException("the file ends at byte " + next);
      }
      next += count;
    }
  }

  /** Writes all that remains in the buffer from the position on. */
  default void writeFully(ByteBuffer from, long position) throws IOException {
    long next = position;
    while (from.hasRemaining()) {
      next += write(from, next);
    }
  }
}
