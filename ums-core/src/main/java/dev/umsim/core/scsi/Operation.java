package dev.umsim.core.scsi;

/**
 * Every command that this device knows: its operation code, its service action, and the bits of its
 * CDB that mean something.
 *
 * <p>The one table from which commands are recognised and reserved bits are checked. A mask is
 * written a byte a field; {@code FF*4} is four times FF. Bits outside the mask are reserved or
 * obsolete and have to be 0, but for the old LUN field in byte 1 and for the CONTROL byte.
 */
public enum Operation {
  TEST_UNIT_READY(0x00, "00 00 00 00 00"),
  REQUEST_SENSE(0x03, "01 00 00 FF 00"),
  INQUIRY(0x12, "01 FF FF*2 00"),
  MODE_SENSE_6(0x1a, "08 FF FF FF 00"),
  START_STOP_UNIT(0x1b, "01 00 0F F7 00"),
  PREVENT_ALLOW_MEDIUM_REMOVAL(0x1e, "00 00 00 01 00"),
  READ_FORMAT_CAPACITIES(0x23, "00 00 00 00 00 00 FF*2 00"),
  READ_CAPACITY_10(0x25, "00 FF*4 00 00 01 00"),
  READ_10(0x28, "18 FF*4 00 FF*2 00", Protect.CHECKED),
  WRITE_10(0x2a, "18 FF*4 00 FF*2 00", Protect.CHECKED),
  VERIFY_10(0x2f, "16 FF*4 00 FF*2 00", Protect.CHECKED),
  SYNCHRONIZE_CACHE_10(0x35, "02 FF*4 00 FF*2 00"),
  MODE_SENSE_10(0x5a, "18 FF FF 00 00 00 FF*2 00"),
  READ_16(0x88, "18 FF*8 FF*4 00 00", Protect.CHECKED),
  WRITE_16(0x8a, "18 FF*8 FF*4 00 00", Protect.CHECKED),
  READ_CAPACITY_16(0x9e, 0x10, "1F FF*8 FF*4 01 00"),
  REPORT_LUNS(0xa0, "00 FF 00 00 00 FF*4 00 00"),
  READ_12(0xa8, "18 FF*4 FF*4 00 00", Protect.CHECKED),
  WRITE_12(0xaa, "18 FF*4 FF*4 00 00", Protect.CHECKED);

  /** Whether byte 1 b7–5 is RDPROTECT, WRPROTECT or VRPROTECT, or the LUN of SCSI-2. */
  private enum Protect {
    CHECKED,
    IGNORED
  }

  private static final int NO_SERVICE_ACTION = -1;
  private static final int NORMAL_ACA = 2;
  private static final Operation[] BY_CODE = new Operation[256];

  static {
    for (var operation : values()) {
      BY_CODE[operation.code] = operation;
    }
  }

  private final int code;
  private final int serviceAction;
  private final byte[] mask;

  Operation(int code, String mask) {
    this(code, NO_SERVICE_ACTION, mask, Protect.IGNORED);
  }

  Operation(int code, String mask, Protect protect) {
    this(code, NO_SERVICE_ACTION, mask, protect);
  }

  Operation(int code, int serviceAction, String mask) {
    this(code, serviceAction, mask, Protect.IGNORED);
  }

  Operation(int code, int serviceAction, String mask, Protect protect) {
    this.code = code;
    this.serviceAction = serviceAction;
    this.mask = parse(code, mask);
    if (protect == Protect.IGNORED) {
      this.mask[1] |= (byte) 0xe0;
    }
  }

  private static byte[] parse(int code, String text) {
    var bytes = new byte[Cdb.CAPACITY];
    bytes[0] = (byte) 0xff;
    int at = 1;
    for (var word : text.split(" ")) {
      int times = word.contains("*") ? Integer.parseInt(word.substring(word.indexOf('*') + 1)) : 1;
      for (int i = 0; i < times; i++) {
        bytes[at++] = (byte) Integer.parseInt(word.substring(0, 2), 16);
      }
    }
    if (at != Cdb.lengthFor(code)) {
      throw new IllegalArgumentException(String.format("the mask of %02x has %d bytes", code, at));
    }
    return bytes;
  }

  /** The operation code. */
  public int code() {
    return code;
  }

  /**
   * The operation that a CDB asks for.
   *
   * @return null if the operation code is not known
   * @throws CheckConditionException 05/24/00 if it is, but not with this service action
   */
  static Operation of(Cdb cdb) throws CheckConditionException {
    var operation = BY_CODE[cdb.operationCode()];
    if (operation != null
        && operation.serviceAction != NO_SERVICE_ACTION
        && operation.serviceAction != (cdb.u8(1) & 0x1f)) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 4));
    }
    return operation;
  }

  /**
   * Checks that nothing is set that means nothing.
   *
   * @throws CheckConditionException 05/24/00 with a pointer to the bit
   */
  void requireNoReservedBits(Cdb cdb) throws CheckConditionException {
    int control = Cdb.lengthFor(code) - 1;
    for (int at = 1; at < control; at++) {
      int reserved = cdb.u8(at) & ~mask[at];
      if (reserved != 0) {
        int bit = 31 - Integer.numberOfLeadingZeros(reserved);
        throw new CheckConditionException(SenseData.invalidCdbBit(at, bit));
      }
    }
    if (cdb.bit(control, NORMAL_ACA)) {
      throw new CheckConditionException(SenseData.invalidCdbBit(control, NORMAL_ACA));
    }
  }
}
