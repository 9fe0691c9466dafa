package dev.umsim.sim.exchange;

/** What sense keys and additional sense codes are called (SPC-4, section 4.5.6 and annex D). */
final class SenseNames {
  private SenseNames() {}

  static String key(int key) {
    return switch (key & 0x0f) {
      case 0x0 -> "NO SENSE";
      case 0x1 -> "RECOVERED ERROR";
      case 0x2 -> "NOT READY";
      case 0x3 -> "MEDIUM ERROR";
      case 0x4 -> "HARDWARE ERROR";
      case 0x5 -> "ILLEGAL REQUEST";
      case 0x6 -> "UNIT ATTENTION";
      case 0x7 -> "DATA PROTECT";
      case 0xb -> "ABORTED COMMAND";
      case 0xe -> "MISCOMPARE";
      default -> "";
    };
  }

  static String additional(int code, int qualifier) {
    return switch (code << 8 | qualifier) {
      case 0x0401 -> "becoming ready";
      case 0x0c00 -> "write error";
      case 0x1100 -> "unrecovered read error";
      case 0x1a00 -> "parameter list length error";
      case 0x1d00 -> "miscompare during verify";
      case 0x2000 -> "invalid command operation code";
      case 0x2100 -> "LBA out of range";
      case 0x2400 -> "invalid field in CDB";
      case 0x2500 -> "logical unit not supported";
      case 0x2600 -> "invalid field in parameter list";
      case 0x2700 -> "write protected";
      case 0x2800 -> "medium may have changed";
      case 0x2900 -> "power on or reset";
      case 0x3900 -> "saving parameters not supported";
      case 0x3a00 -> "medium not present";
      case 0x5302 -> "medium removal prevented";
      default -> "";
    };
  }
}
