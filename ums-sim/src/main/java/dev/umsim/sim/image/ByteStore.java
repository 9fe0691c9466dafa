package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes at positions that can be written once: all are zero until then. */
interface ByteStore {

  /**
   * Writes all that remains in {@code from} at {@code offsetBytes}. No byte is written twice, so
   * that a store may leave out zeros.
   *
   * @throws IOException if the bytes cannot be stored
   */
  void write(long offsetBytes, ByteBuffer from) throws IOException;

  /** The same store with positions that count from {@code offsetBytes}. */
  default ByteStore from(long offsetBytes) {
    return (at, bytes) -> write(offsetBytes + at, bytes);
  }
}
