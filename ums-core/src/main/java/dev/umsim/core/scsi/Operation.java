package dev.umsim.core.scsi;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Every command that units know: for which type of unit it is, its operation code, its service
 * action, and the bits of its CDB that mean something.
 *
 * <p>The one table from which commands are recognised, reserved bits are checked, and the list of
 * supported commands is made. A mask is written a byte a field; {@code FF*4} is four times FF. Bits
 * outside the mask are reserved or obsolete and have to be 0, but for the old LUN field in byte 1
 * and for the CONTROL byte.
 */
public enum Operation {
  TEST_UNIT_READY(Types.BOTH, 0x00, "00 00 00 00 00"),
  REQUEST_SENSE(Types.BOTH, 0x03, "01 00 00 FF 00"),
  FORMAT_UNIT(Types.DISK, 0x04, "38 00 00 00 00", Top.CHECKED),
  READ_6(Types.DISK, 0x08, "1F FF FF FF 00"),
  WRITE_6(Types.DISK, 0x0a, "1F FF FF FF 00"),
  INQUIRY(Types.BOTH, 0x12, "01 FF FF*2 00"),
  MODE_SELECT_6(Types.BOTH, 0x15, "11 00 00 FF 00"),
  MODE_SENSE_6(Types.BOTH, 0x1a, "08 FF FF FF 00"),
  START_STOP_UNIT(Types.BOTH, 0x1b, "01 00 0F F7 00"),
  SEND_DIAGNOSTIC(Types.BOTH, 0x1d, "F7 00 FF FF 00", Top.CHECKED),
  PREVENT_ALLOW_MEDIUM_REMOVAL(Types.BOTH, 0x1e, "00 00 00 01 00"),
  READ_FORMAT_CAPACITIES(Types.BOTH, 0x23, "00 00 00 00 00 00 FF*2 00"),
  READ_CAPACITY_10(Types.BOTH, 0x25, "00 FF*4 00 00 01 00"),
  READ_10(Types.BOTH, 0x28, "18 FF*4 00 FF*2 00", Top.CHECKED),
  WRITE_10(Types.DISK, 0x2a, "18 FF*4 00 FF*2 00", Top.CHECKED),
  SEEK_10(Types.BOTH, 0x2b, "00 FF*4 00 00 00 00"),
  WRITE_AND_VERIFY_10(Types.DISK, 0x2e, "16 FF*4 00 FF*2 00", Top.CHECKED),
  VERIFY_10(Types.BOTH, 0x2f, "16 FF*4 00 FF*2 00", Top.CHECKED),
  SYNCHRONIZE_CACHE_10(Types.BOTH, 0x35, "02 FF*4 00 FF*2 00"),
  WRITE_SAME_10(Types.DISK, 0x41, "08 FF*4 00 FF*2 00", Top.CHECKED),
  READ_SUB_CHANNEL(Types.CD, 0x42, "02 40 FF 00 00 FF FF*2 00"),
  UNMAP(Types.DISK, 0x42, "00 00 00 00 00 00 FF*2 00"),
  READ_TOC(Types.CD, 0x43, "02 0F 00 00 00 FF FF*2 C0"),
  READ_HEADER(Types.CD, 0x44, "02 FF*4 00 FF*2 00"),
  GET_CONFIGURATION(Types.CD, 0x46, "03 FF FF 00 00 00 FF*2 00"),
  GET_EVENT_STATUS_NOTIFICATION(Types.CD, 0x4a, "01 00 00 FF 00 00 FF*2 00"),
  READ_DISC_INFORMATION(Types.CD, 0x51, "07 00 00 00 00 00 FF*2 00"),
  READ_TRACK_INFORMATION(Types.CD, 0x52, "03 FF*4 00 FF*2 00"),
  MODE_SELECT_10(Types.BOTH, 0x55, "11 00 00 00 00 00 FF*2 00"),
  MODE_SENSE_10(Types.BOTH, 0x5a, "18 FF FF 00 00 00 FF*2 00"),
  READ_16(Types.DISK, 0x88, "18 FF*8 FF*4 00 00", Top.CHECKED),
  WRITE_16(Types.DISK, 0x8a, "18 FF*8 FF*4 00 00", Top.CHECKED),
  WRITE_AND_VERIFY_16(Types.DISK, 0x8e, "16 FF*8 FF*4 00 00", Top.CHECKED),
  VERIFY_16(Types.DISK, 0x8f, "16 FF*8 FF*4 00 00", Top.CHECKED),
  SYNCHRONIZE_CACHE_16(Types.DISK, 0x91, "02 FF*8 FF*4 00 00"),
  WRITE_SAME_16(Types.DISK, 0x93, "09 FF*8 FF*4 00 00", Top.CHECKED),
  READ_CAPACITY_16(Types.DISK, 0x9e, 0x10, "1F FF*8 FF*4 01 00"),
  GET_LBA_STATUS(Types.DISK, 0x9e, 0x12, "1F FF*8 FF*4 00 00"),
  REPORT_LUNS(Types.BOTH, 0xa0, "00 FF 00 00 00 FF*4 00 00"),
  REPORT_SUPPORTED_OPERATION_CODES(Types.BOTH, 0xa3, 0x0c, "1F 87 FF FF*2 FF*4 00 00"),
  READ_12(Types.BOTH, 0xa8, "18 FF*4 FF*4 00 00", Top.CHECKED),
  WRITE_12(Types.DISK, 0xaa, "18 FF*4 FF*4 00 00", Top.CHECKED),
  READ_DVD_STRUCTURE(Types.CD, 0xad, "0F FF*4 FF FF FF*2 C0 00"),
  WRITE_AND_VERIFY_12(Types.DISK, 0xae, "16 FF*4 FF*4 00 00", Top.CHECKED),
  VERIFY_12(Types.DISK, 0xaf, "16 FF*4 FF*4 00 00", Top.CHECKED),
  MECHANISM_STATUS(Types.CD, 0xbd, "00 00 00 00 00 00 00 FF*2 00 00");

  /** Which units know a command. */
  private static final class Types {
    static final Set<DeviceType> BOTH = Set.of(DeviceType.DISK, DeviceType.CD_ROM);
    static final Set<DeviceType> DISK = Set.of(DeviceType.DISK);
    static final Set<DeviceType> CD = Set.of(DeviceType.CD_ROM);
  }

  /** Whether byte 1 b7–5 holds fields of the command, or the LUN of SCSI-2, which is ignored. */
  private enum Top {
    CHECKED,
    IGNORED
  }

  private static final int NO_SERVICE_ACTION = -1;
  private static final int NORMAL_ACA = 2;
  private static final int TOP_FIELD = 0xe0;

  /** By device type and operation code: the operations, several where there are service actions. */
  private static final Operation[][][] BY_CODE = new Operation[DeviceType.values().length][256][];

  static {
    for (var type : DeviceType.values()) {
      for (int code = 0; code < 256; code++) {
        int wanted = code;
        var operations = ofType(type).stream().filter(each -> each.code == wanted).toList();
        BY_CODE[type.ordinal()][code] =
            operations.isEmpty() ? null : operations.toArray(Operation[]::new);
      }
    }
  }

  private final Set<DeviceType> types;
  private final int code;
  private final int serviceAction;
  private final byte[] usage;
  private final byte[] allowed;

  Operation(Set<DeviceType> types, int code, String usage) {
    this(types, code, NO_SERVICE_ACTION, usage, Top.IGNORED);
  }

  Operation(Set<DeviceType> types, int code, String usage, Top top) {
    this(types, code, NO_SERVICE_ACTION, usage, top);
  }

  Operation(Set<DeviceType> types, int code, int serviceAction, String usage) {
    this(types, code, serviceAction, usage, Top.IGNORED);
  }

  Operation(Set<DeviceType> types, int code, int serviceAction, String usage, Top top) {
    this.types = types;
    this.code = code;
    this.serviceAction = serviceAction;
    this.usage = parse(code, usage);
    allowed = this.usage.clone();
    if (top == Top.IGNORED) {
      allowed[1] |= (byte) TOP_FIELD;
    }
  }

  private static byte[] parse(int code, String text) {
    var bytes = new byte[Cdb.CAPACITY];
    bytes[0] = (byte) code;
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

  /** Whether it has a service action, in b4–0 of byte 1. */
  public boolean hasServiceAction() {
    return serviceAction != NO_SERVICE_ACTION;
  }

  /** The service action, 0 if there is none. */
  public int serviceAction() {
    return hasServiceAction() ? serviceAction : 0;
  }

  /** The operations that units of a type know, in the order of their codes. */
  public static List<Operation> ofType(DeviceType type) {
    return Arrays.stream(values()).filter(each -> each.types.contains(type)).toList();
  }

  /** Bytes of its CDB. */
  public int cdbLength() {
    return Cdb.lengthFor(code);
  }

  /** The CDB usage data of REPORT SUPPORTED OPERATION CODES: code, service action, and a mask. */
  byte[] cdbUsage() {
    var bytes = Arrays.copyOf(usage, cdbLength());
    if (hasServiceAction()) {
      bytes[1] = (byte) serviceAction;
    }
    return bytes;
  }

  /**
   * The operation that a CDB asks for.
   *
   * @return null if units of this type do not know the operation code
   * @throws CheckConditionException 05/24/00 if they do, but not with this service action
   */
  static Operation of(DeviceType type, Cdb cdb) throws CheckConditionException {
    var operations = BY_CODE[type.ordinal()][cdb.operationCode()];
    if (operations == null) {
      return null;
    }
    if (!operations[0].hasServiceAction()) {
      return operations[0];
    }
    for (var operation : operations) {
      if (operation.serviceAction == (cdb.u8(1) & 0x1f)) {
        return operation;
      }
    }
    throw new CheckConditionException(SenseData.invalidCdbBit(1, 4));
  }

  /**
   * The same command without the bits that mean nothing, as a device reads it that does not check
   * them.
   */
  public static Cdb withoutReservedBits(DeviceType type, Cdb cdb) {
    try {
      var operation = of(type, cdb);
      if (operation == null || cdb.length() < operation.cdbLength()) {
        return cdb;
      }
      var bytes = cdb.bytes();
      for (int at = 1; at < operation.cdbLength(); at++) {
        bytes[at] &= operation.allowed[at];
      }
      return new Cdb(bytes);
    } catch (CheckConditionException e) {
      // No such service action: the command means nothing, with or without the bits.
      return cdb;
    }
  }

  /**
   * Checks that nothing is set that means nothing.
   *
   * @throws CheckConditionException 05/24/00 with a pointer to the bit
   */
  void requireNoReservedBits(Cdb cdb) throws CheckConditionException {
    int control = cdbLength() - 1;
    for (int at = 1; at < control; at++) {
      int reserved = cdb.u8(at) & ~allowed[at];
      if (reserved != 0) {
        // RDPROTECT and its like are one field, which is pointed at by its first bit.
        boolean inTopField = at == 1 && (reserved & TOP_FIELD) != 0;
        int bit = inTopField ? 7 : 31 - Integer.numberOfLeadingZeros(reserved);
        throw new CheckConditionException(SenseData.invalidCdbBit(at, bit));
      }
    }
    if (cdb.bit(control, NORMAL_ACA)) {
      throw new CheckConditionException(SenseData.invalidCdbBit(control, NORMAL_ACA));
    }
  }
}
