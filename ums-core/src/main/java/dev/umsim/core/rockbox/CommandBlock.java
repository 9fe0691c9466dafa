package dev.umsim.core.rockbox;

import io.netty.buffer.ByteBuf;

/**
 * What stands in the command buffer, taken for a CBW whatever it is (BOT 1.0, section 5.1).
 *
 * <p>Of a CBW that came in fewer than 31 bytes the rest is that of the one before.
 */
final class CommandBlock {
  static final int SIGNATURE = 0x43425355; // "USBC", little-endian

  private static final int LENGTH = 31;
  private static final int TAG = 4;
  private static final int DATA_LENGTH = 8;
  private static final int LUN = 13;
  private static final int CDB = 15;

  private final byte[] bytes = new byte[LENGTH];

  void load(ByteBuf memory, int index) {
    memory.getBytes(index, bytes);
  }

  int signature() {
    return (int) littleEndian(0);
  }

  int tag() {
    return (int) littleEndian(TAG);
  }

  /** dCBWDataTransferLength, 0 to FFFFFFFF. */
  long dataLength() {
    return littleEndian(DATA_LENGTH);
  }

  /** bCBWLUN with its reserved bits: nobody masks them off. */
  int lun() {
    return bytes[LUN] & 0xff;
  }

  /** A byte of the CDB, which is never asked how long it is. */
  int cdb(int at) {
    return bytes[CDB + at] & 0xff;
  }

  /** Four bytes of the CDB, big-endian, 0 to FFFFFFFF. */
  long cdb32(int at) {
    return (long) cdb(at) << 24 | cdb(at + 1) << 16 | cdb(at + 2) << 8 | cdb(at + 3);
  }

  int cdb16(int at) {
    return cdb(at) << 8 | cdb(at + 1);
  }

  private long littleEndian(int at) {
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | bytes[at + i] & 0xff;
    }
    return value;
  }
}
