package dev.umsim.sim.check;

import java.util.HexFormat;

/** Command descriptor blocks, laid out by hand (SPC-4, SBC-3, MMC-6). */
final class Cdbs {
  static final byte[] TEST_UNIT_READY = hex("00 00 00 00 00 00");
  static final byte[] READ_CAPACITY_10 = hex("25 00 00 00 00 00 00 00 00 00");
  static final byte[] SYNCHRONIZE_CACHE_10 = hex("35 00 00 00 00 00 00 00 00 00");

  private Cdbs() {}

  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  /** Writes a big-endian field. */
  static byte[] put(byte[] bytes, int at, int width, long value) {
    for (int i = 0; i < width; i++) {
      bytes[at + i] = (byte) (value >> 8 * (width - 1 - i));
    }
    return bytes;
  }

  static byte[] with(byte[] cdb, int at, int value) {
    var changed = cdb.clone();
    changed[at] = (byte) value;
    return changed;
  }

  static byte[] requestSense(int allocation) {
    return new byte[] {0x03, 0, 0, 0, (byte) allocation, 0};
  }

  static byte[] inquiry(int allocation) {
    return put(hex("12 00 00 00 00 00"), 3, 2, allocation);
  }

  static byte[] vitalProductData(int page, int allocation) {
    return with(with(inquiry(allocation), 1, 1), 2, page);
  }

  static byte[] readCapacity16(long allocation) {
    return put(hex("9e 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00"), 10, 4, allocation);
  }

  static byte[] modeSense6(int page, int allocation) {
    return new byte[] {0x1a, 0, (byte) page, 0, (byte) allocation, 0};
  }

  static byte[] modeSense10(int page, int allocation) {
    return put(with(hex("5a 00 00 00 00 00 00 00 00 00"), 2, page), 7, 2, allocation);
  }

  static byte[] readFormatCapacities(int allocation) {
    return put(hex("23 00 00 00 00 00 00 00 00 00"), 7, 2, allocation);
  }

  static byte[] reportLuns(int select, long allocation) {
    return put(with(hex("a0 00 00 00 00 00 00 00 00 00 00 00"), 2, select), 6, 4, allocation);
  }

  static byte[] startStop(int loejAndStart) {
    return new byte[] {0x1b, 0, 0, 0, (byte) loejAndStart, 0};
  }

  static byte[] prevent(int prevent) {
    return new byte[] {0x1e, 0, 0, 0, (byte) prevent, 0};
  }

  /** READ, WRITE, VERIFY and their like in the form of six bytes. */
  static byte[] six(int opcode, long lba, int blocks) {
    var cdb = put(new byte[6], 1, 3, lba & 0x1fffff);
    cdb[0] = (byte) opcode;
    cdb[4] = (byte) blocks;
    return cdb;
  }

  /** The same in the form of ten bytes. */
  static byte[] ten(int opcode, long lba, int blocks) {
    return put(put(with(new byte[10], 0, opcode), 2, 4, lba), 7, 2, blocks);
  }

  /** The same in the form of twelve bytes. */
  static byte[] twelve(int opcode, long lba, long blocks) {
    return put(put(with(new byte[12], 0, opcode), 2, 4, lba), 6, 4, blocks);
  }

  /** The same in the form of sixteen bytes. */
  static byte[] sixteen(int opcode, long lba, long blocks) {
    return put(put(with(new byte[16], 0, opcode), 2, 8, lba), 10, 4, blocks);
  }

  static byte[] read(long lba, int blocks) {
    return ten(0x28, lba, blocks);
  }

  static byte[] write(long lba, int blocks) {
    return ten(0x2a, lba, blocks);
  }
}
