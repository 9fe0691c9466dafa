package dev.umsim.sim.fault;

import dev.umsim.core.scsi.Cdb;

/** READ and WRITE of 10, 12 and 16 bytes. */
final class BlockCommands {
  private BlockCommands() {}

  static boolean reads(int code) {
    return code == 0x28 || code == 0xa8 || code == 0x88;
  }

  static boolean writes(int code) {
    return code == 0x2a || code == 0xaa || code == 0x8a;
  }

  static boolean moves(Cdb cdb) {
    int code = cdb.operationCode();
    return (reads(code) || writes(code)) && cdb.length() >= Cdb.lengthFor(code);
  }

  static long first(Cdb cdb) {
    return cdb.operationCode() >> 4 == 8 ? cdb.u64(2) : cdb.u32(2);
  }

  static long count(Cdb cdb) {
    return switch (cdb.operationCode() >> 4) {
      case 8 -> cdb.u32(10);
      case 10 -> cdb.u32(6);
      default -> cdb.u16(7);
    };
  }
}
