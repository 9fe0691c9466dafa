package dev.umsim.sim.check;

import java.util.Arrays;

/** The bytes of a command wrapper, right or wrong (BOT 1.0, section 5.1). */
final class Wrapper {
  static final int LENGTH = 31;
  private static final int FLAGS_IN = 0x80;

  private byte[] bytes = new byte[LENGTH];
  private long dataLength;
  private boolean in;

  /** A wrapper around a CDB, without data. */
  Wrapper(int tag, int lun, byte[] cdb) {
    bytes[0] = 'U';
    bytes[1] = 'S';
    bytes[2] = 'B';
    bytes[3] = 'C';
    little(4, tag);
    bytes[13] = (byte) lun;
    bytes[14] = (byte) cdb.length;
    System.arraycopy(cdb, 0, bytes, 15, cdb.length);
  }

  private void little(int at, long value) {
    for (int i = 0; i < 4; i++) {
      bytes[at + i] = (byte) (value >> 8 * i);
    }
  }

  Wrapper in(long length) {
    in = true;
    bytes[12] = (byte) FLAGS_IN;
    return length(length);
  }

  Wrapper out(long length) {
    in = false;
    bytes[12] = 0;
    return length(length);
  }

  private Wrapper length(long length) {
    dataLength = length;
    little(8, length);
    return this;
  }

  Wrapper flags(int flags) {
    return set(12, flags);
  }

  Wrapper lun(int lun) {
    return set(13, lun);
  }

  Wrapper cdbLength(int length) {
    return set(14, length);
  }

  /** Fills CWBCB from a byte on. */
  Wrapper fillFrom(int at, int value) {
    Arrays.fill(bytes, 15 + at, LENGTH, (byte) value);
    return this;
  }

  Wrapper set(int at, int value) {
    bytes[at] = (byte) value;
    return this;
  }

  /** Cuts it, or adds zeros. */
  Wrapper size(int length) {
    bytes = Arrays.copyOf(bytes, length);
    return this;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  int tag() {
    return bytes[4] & 0xff | (bytes[5] & 0xff) << 8 | (bytes[6] & 0xff) << 16 | bytes[7] << 24;
  }

  /** dCBWDataTransferLength. */
  long dataLength() {
    return dataLength;
  }

  boolean isIn() {
    return in;
  }
}
