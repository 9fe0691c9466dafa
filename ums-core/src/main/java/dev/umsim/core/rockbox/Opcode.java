package dev.umsim.core.rockbox;

/** The operation codes that the driver knows, in one revision or another. */
final class Opcode {
  static final int TEST_UNIT_READY = 0x00;
  static final int REQUEST_SENSE = 0x03;
  static final int INQUIRY = 0x12;
  static final int MODE_SENSE_6 = 0x1a;
  static final int START_STOP_UNIT = 0x1b;
  static final int PREVENT_ALLOW = 0x1e;
  static final int READ_FORMAT_CAPACITIES = 0x23;
  static final int READ_CAPACITY_10 = 0x25;
  static final int READ_10 = 0x28;
  static final int WRITE_10 = 0x2a;
  static final int WRITE_BUFFER = 0x3b;
  static final int MODE_SENSE_10 = 0x5a;
  static final int ATA_PASS_THROUGH_16 = 0x85;
  static final int READ_16 = 0x88;
  static final int WRITE_16 = 0x8a;
  static final int SERVICE_ACTION_IN_16 = 0x9e;
  static final int REPORT_LUNS = 0xa0;
  static final int ATA_PASS_THROUGH_12 = 0xa1;

  private Opcode() {}
}
