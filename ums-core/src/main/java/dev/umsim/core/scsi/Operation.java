package dev.umsim.core.scsi;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every command that units know: for which type of unit it is, its operation code and name, what it
 * does to the unit, and the fields of its CDB.
 *
 * <p>The one table from which commands are recognised, reserved bits are checked, the list of
 * supported commands is made, and commands are told in words. Fields are written as {@link
 * CdbField#read} has it: {@code PC 2.7-6} are bits 7 and 6 of byte 2. Those with a minus mean
 * nothing to units and have to be 0, and so do bits of no field, but for the old LUN field in byte
 * 1 and for the CONTROL byte.
 */
public enum Operation {
  TEST_UNIT_READY(Types.BOTH, "00", "TEST UNIT READY", CommandEffect.NONE, ""),
  REQUEST_SENSE(
      Types.BOTH, "03", "REQUEST SENSE", CommandEffect.NONE, "DESC 1.0, ALLOCATION LENGTH 4"),
  FORMAT_UNIT(
      Types.DISK,
      "04",
      "FORMAT UNIT",
      CommandEffect.ANYTHING,
      "-FMTPINFO 1.7-6, LONGLIST 1.5, FMTDATA 1.4, CMPLST 1.3, -DEFECT LIST FORMAT 1.2-0"),
  READ_6(Types.DISK, "08", "READ (6)", CommandEffect.NONE, Fields.SIX),
  WRITE_6(Types.DISK, "0A", "WRITE (6)", CommandEffect.BLOCKS, Fields.SIX),
  INQUIRY(
      Types.BOTH,
      "12",
      "INQUIRY",
      CommandEffect.NONE,
      "EVPD 1.0, PAGE CODE 2, ALLOCATION LENGTH 3..4"),
  MODE_SELECT_6(
      Types.BOTH,
      "15",
      "MODE SELECT (6)",
      CommandEffect.ANYTHING,
      "PF 1.4, SP 1.0, PARAMETER LIST LENGTH 4"),
  MODE_SENSE_6(
      Types.BOTH,
      "1A",
      "MODE SENSE (6)",
      CommandEffect.NONE,
      "DBD 1.3, " + Fields.MODE_PAGE + "ALLOCATION LENGTH 4"),
  START_STOP_UNIT(
      Types.BOTH,
      "1B",
      "START STOP UNIT",
      CommandEffect.STATE,
      "IMMED 1.0, POWER CONDITION MODIFIER 3.3-0, POWER CONDITION 4.7-4, NO_FLUSH 4.2, "
          + "LOEJ 4.1, START 4.0"),
  SEND_DIAGNOSTIC(
      Types.BOTH,
      "1D",
      "SEND DIAGNOSTIC",
      CommandEffect.ANYTHING,
      "SELF-TEST CODE 1.7-5, PF 1.4, SELFTEST 1.2, DEVOFFL 1.1, UNITOFFL 1.0, "
          + "PARAMETER LIST LENGTH 3..4"),
  PREVENT_ALLOW_MEDIUM_REMOVAL(
      Types.BOTH,
      "1E",
      "PREVENT ALLOW MEDIUM REMOVAL",
      CommandEffect.STATE,
      "-PERSISTENT 4.1, PREVENT 4.0"),
  READ_FORMAT_CAPACITIES(
      Types.BOTH, "23", "READ FORMAT CAPACITIES", CommandEffect.NONE, "ALLOCATION LENGTH 7..8"),
  READ_CAPACITY_10(
      Types.BOTH,
      "25",
      "READ CAPACITY (10)",
      CommandEffect.NONE,
      "LOGICAL BLOCK ADDRESS 2..5, PMI 8.0"),
  READ_10(
      Types.BOTH,
      "28",
      "READ (10)",
      CommandEffect.NONE,
      Fields.READ + Fields.ten("TRANSFER LENGTH")),
  WRITE_10(
      Types.DISK,
      "2A",
      "WRITE (10)",
      CommandEffect.BLOCKS,
      Fields.WRITE + Fields.ten("TRANSFER LENGTH")),
  SEEK_10(Types.BOTH, "2B", "SEEK (10)", CommandEffect.NONE, "LOGICAL BLOCK ADDRESS 2..5"),
  WRITE_AND_VERIFY_10(
      Types.DISK,
      "2E",
      "WRITE AND VERIFY (10)",
      CommandEffect.BLOCKS,
      Fields.WRITE_AND_VERIFY + Fields.ten("TRANSFER LENGTH")),
  VERIFY_10(
      Types.BOTH,
      "2F",
      "VERIFY (10)",
      CommandEffect.NONE,
      Fields.VERIFY + Fields.ten("VERIFICATION LENGTH")),
  SYNCHRONIZE_CACHE_10(
      Types.BOTH,
      "35",
      "SYNCHRONIZE CACHE (10)",
      CommandEffect.NONE,
      "IMMED 1.1, " + Fields.ten("NUMBER OF LOGICAL BLOCKS")),
  WRITE_SAME_10(
      Types.DISK,
      "41",
      "WRITE SAME (10)",
      CommandEffect.BLOCKS,
      Fields.WRITE_SAME + Fields.ten("NUMBER OF LOGICAL BLOCKS")),
  READ_SUB_CHANNEL(
      Types.CD,
      "42",
      "READ SUB-CHANNEL",
      CommandEffect.NONE,
      "MSF 1.1, SUBQ 2.6, SUB-CHANNEL PARAMETER LIST 3, TRACK NUMBER 6, "
          + "ALLOCATION LENGTH 7..8"),
  UNMAP(
      Types.DISK,
      "42",
      "UNMAP",
      CommandEffect.ANYTHING,
      "-ANCHOR 1.0, -GROUP NUMBER 6.4-0, PARAMETER LIST LENGTH 7..8"),
  READ_TOC(
      Types.CD,
      "43",
      "READ TOC/PMA/ATIP",
      CommandEffect.NONE,
      "MSF 1.1, FORMAT 2.3-0, TRACK/SESSION NUMBER 6, ALLOCATION LENGTH 7..8, "
          + "FORMAT OF SFF-8020I 9.7-6"),
  READ_HEADER(
      Types.CD,
      "44",
      "READ HEADER",
      CommandEffect.NONE,
      "MSF 1.1, LOGICAL BLOCK ADDRESS 2..5, ALLOCATION LENGTH 7..8"),
  GET_CONFIGURATION(
      Types.CD,
      "46",
      "GET CONFIGURATION",
      CommandEffect.NONE,
      "RT 1.1-0, STARTING FEATURE NUMBER 2..3, ALLOCATION LENGTH 7..8"),
  GET_EVENT_STATUS_NOTIFICATION(
      Types.CD,
      "4A",
      "GET EVENT STATUS NOTIFICATION",
      CommandEffect.NONE,
      "POLLED 1.0, NOTIFICATION CLASS REQUEST 4, ALLOCATION LENGTH 7..8"),
  READ_DISC_INFORMATION(
      Types.CD,
      "51",
      "READ DISC INFORMATION",
      CommandEffect.NONE,
      "DATA TYPE 1.2-0, ALLOCATION LENGTH 7..8"),
  READ_TRACK_INFORMATION(
      Types.CD,
      "52",
      "READ TRACK INFORMATION",
      CommandEffect.NONE,
      "-OPEN 1.2, ADDRESS/NUMBER TYPE 1.1-0, "
          + "LOGICAL BLOCK ADDRESS/TRACK/SESSION NUMBER 2..5, ALLOCATION LENGTH 7..8"),
  MODE_SELECT_10(
      Types.BOTH,
      "55",
      "MODE SELECT (10)",
      CommandEffect.ANYTHING,
      "PF 1.4, SP 1.0, PARAMETER LIST LENGTH 7..8"),
  MODE_SENSE_10(
      Types.BOTH,
      "5A",
      "MODE SENSE (10)",
      CommandEffect.NONE,
      "LLBAA 1.4, DBD 1.3, " + Fields.MODE_PAGE + "ALLOCATION LENGTH 7..8"),
  READ_16(
      Types.DISK,
      "88",
      "READ (16)",
      CommandEffect.NONE,
      Fields.READ + Fields.sixteen("TRANSFER LENGTH")),
  WRITE_16(
      Types.DISK,
      "8A",
      "WRITE (16)",
      CommandEffect.BLOCKS,
      Fields.WRITE + Fields.sixteen("TRANSFER LENGTH")),
  WRITE_AND_VERIFY_16(
      Types.DISK,
      "8E",
      "WRITE AND VERIFY (16)",
      CommandEffect.BLOCKS,
      Fields.WRITE_AND_VERIFY + Fields.sixteen("TRANSFER LENGTH")),
  VERIFY_16(
      Types.DISK,
      "8F",
      "VERIFY (16)",
      CommandEffect.NONE,
      Fields.VERIFY + Fields.sixteen("VERIFICATION LENGTH")),
  SYNCHRONIZE_CACHE_16(
      Types.DISK,
      "91",
      "SYNCHRONIZE CACHE (16)",
      CommandEffect.NONE,
      "IMMED 1.1, " + Fields.sixteen("NUMBER OF LOGICAL BLOCKS")),
  WRITE_SAME_16(
      Types.DISK,
      "93",
      "WRITE SAME (16)",
      CommandEffect.BLOCKS,
      Fields.WRITE_SAME + "NDOB 1.0, " + Fields.sixteen("NUMBER OF LOGICAL BLOCKS")),
  READ_CAPACITY_16(
      Types.DISK,
      "9E/10",
      "READ CAPACITY (16)",
      CommandEffect.NONE,
      "LOGICAL BLOCK ADDRESS 2..9, ALLOCATION LENGTH 10..13, PMI 14.0"),
  GET_LBA_STATUS(
      Types.DISK,
      "9E/12",
      "GET LBA STATUS",
      CommandEffect.NONE,
      "STARTING LOGICAL BLOCK ADDRESS 2..9, ALLOCATION LENGTH 10..13"),
  REPORT_LUNS(
      Types.BOTH,
      "A0",
      "REPORT LUNS",
      CommandEffect.NONE,
      "SELECT REPORT 2, ALLOCATION LENGTH 6..9"),
  REPORT_SUPPORTED_OPERATION_CODES(
      Types.BOTH,
      "A3/0C",
      "REPORT SUPPORTED OPERATION CODES",
      CommandEffect.NONE,
      "RCTD 2.7, REPORTING OPTIONS 2.2-0, REQUESTED OPERATION CODE 3, "
          + "REQUESTED SERVICE ACTION 4..5, ALLOCATION LENGTH 6..9"),
  READ_12(
      Types.BOTH,
      "A8",
      "READ (12)",
      CommandEffect.NONE,
      Fields.READ + Fields.twelve("TRANSFER LENGTH")),
  WRITE_12(
      Types.DISK,
      "AA",
      "WRITE (12)",
      CommandEffect.BLOCKS,
      Fields.WRITE + Fields.twelve("TRANSFER LENGTH")),
  READ_DVD_STRUCTURE(
      Types.CD,
      "AD",
      "READ DISC STRUCTURE",
      CommandEffect.NONE,
      "MEDIA TYPE 1.3-0, ADDRESS 2..5, LAYER NUMBER 6, FORMAT 7, ALLOCATION LENGTH 8..9, "
          + "AGID 10.7-6"),
  WRITE_AND_VERIFY_12(
      Types.DISK,
      "AE",
      "WRITE AND VERIFY (12)",
      CommandEffect.BLOCKS,
      Fields.WRITE_AND_VERIFY + Fields.twelve("TRANSFER LENGTH")),
  VERIFY_12(
      Types.DISK,
      "AF",
      "VERIFY (12)",
      CommandEffect.NONE,
      Fields.VERIFY + Fields.twelve("VERIFICATION LENGTH")),
  MECHANISM_STATUS(
      Types.CD, "BD", "MECHANISM STATUS", CommandEffect.NONE, "ALLOCATION LENGTH 8..9");

  /** Which units know a command. */
  private static final class Types {
    static final Set<DeviceType> BOTH = Set.of(DeviceType.DISK, DeviceType.CD_ROM);
    static final Set<DeviceType> DISK = Set.of(DeviceType.DISK);
    static final Set<DeviceType> CD = Set.of(DeviceType.CD_ROM);
  }

  /** Fields that many commands have in the same places (SBC-3; SPC-4, section 6.13). */
  private static final class Fields {
    static final String READ = "-RDPROTECT 1.7-5, DPO 1.4, FUA 1.3, -RARC 1.2, ";
    static final String WRITE = "-WRPROTECT 1.7-5, DPO 1.4, FUA 1.3, ";
    static final String WRITE_AND_VERIFY = "-WRPROTECT 1.7-5, DPO 1.4, BYTCHK 1.2-1, ";
    static final String VERIFY = "-VRPROTECT 1.7-5, DPO 1.4, BYTCHK 1.2-1, ";
    static final String WRITE_SAME = "-WRPROTECT 1.7-5, -ANCHOR 1.4, UNMAP 1.3, ";
    static final String MODE_PAGE = "PC 2.7-6, PAGE CODE 2.5-0, SUBPAGE CODE 3, ";
    static final String SIX = "LOGICAL BLOCK ADDRESS 1.4..3, TRANSFER LENGTH 4";

    static String ten(String count) {
      return "LOGICAL BLOCK ADDRESS 2..5, -GROUP NUMBER 6.4-0, " + count + " 7..8";
    }

    static String twelve(String count) {
      return "LOGICAL BLOCK ADDRESS 2..5, " + count + " 6..9, -GROUP NUMBER 10.4-0";
    }

    static String sixteen(String count) {
      return "LOGICAL BLOCK ADDRESS 2..9, " + count + " 10..13, -GROUP NUMBER 14.4-0";
    }
  }

  private static final int NORMAL_ACA = 2;

  /** b7–5 of byte 1: where SCSI-2 had the LUN, and some commands now have fields. */
  private static final int LUN_FIELD = 0xe0;

  /** By device type and operation code: the operations, several where there are service actions. */
  private static final Operation[][][] BY_CODE = new Operation[DeviceType.values().length][256][];

  static {
    for (var type : DeviceType.values()) {
      for (int code = 0; code < 256; code++) {
        int wanted = code;
        var operations = ofType(type).stream().filter(each -> each.code() == wanted).toList();
        BY_CODE[type.ordinal()][code] =
            operations.isEmpty() ? null : operations.toArray(Operation[]::new);
      }
    }
  }

  private final Set<DeviceType> types;
  private final CommandFormat format;

  /** Bits that units look at, and those that they do not mind. */
  private final byte[] allowed;

  /** Whether RDPROTECT or its like stands in the place of the LUN. */
  private final boolean protectsBlocks;

  Operation(Set<DeviceType> types, String code, String title, CommandEffect effect, String fields) {
    this.types = types;
    format = new CommandFormat(code, title, effect, fields);
    allowed = format.evaluatedBits();
    protectsBlocks = format.fields().stream().anyMatch(CdbField::protectsBlocks);
    if (format.fields().stream().allMatch(field -> (field.maskOf(1) & LUN_FIELD) == 0)) {
      allowed[1] |= (byte) LUN_FIELD;
    }
  }

  /** How its CDB is laid out. */
  public CommandFormat format() {
    return format;
  }

  /** The operation code. */
  public int code() {
    return format.code();
  }

  /** The operations that units of a type know, in the order of their codes. */
  public static List<Operation> ofType(DeviceType type) {
    return Arrays.stream(values()).filter(each -> each.types.contains(type)).toList();
  }

  /** The CDB usage data of REPORT SUPPORTED OPERATION CODES: code, service action, and a mask. */
  byte[] cdbUsage() {
    var bytes = format.evaluatedBits();
    bytes[0] = (byte) code();
    if (format.hasServiceAction()) {
      bytes[1] = (byte) format.serviceAction();
    }
    return bytes;
  }

  /**
   * The operation that a CDB asks for.
   *
   * @return null if units of this type do not know the operation code
   * @throws CheckConditionException 05/24/00 if they do, but not with this service action
   */
  static @Nullable Operation of(DeviceType type, Cdb cdb) throws CheckConditionException {
    var operations = BY_CODE[type.ordinal()][cdb.operationCode()];
    if (operations == null) {
      return null;
    }
    for (var operation : operations) {
      if (operation.format.matches(cdb)) {
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
      if (operation == null || cdb.length() < operation.format.cdbLength()) {
        return cdb;
      }
      var bytes = cdb.bytes();
      for (int at = 1; at < operation.format.cdbLength(); at++) {
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
   * <p>Hosts that go by SCSI-2 put the LUN into b7–5 of byte 1, as edk2 and GRUB do, whatever that
   * field has become. Where it has become RDPROTECT or its like, the number of the unit is taken
   * for the LUN; nothing else can be meant on a unit without protection information.
   *
   * @throws CheckConditionException 05/24/00 with a pointer to the field or the reserved bit
   */
  void requireNoReservedBits(Cdb cdb, int lun) throws CheckConditionException {
    int control = format.cdbLength() - 1;
    for (int at = 1; at < control; at++) {
      int reserved = cdb.u8(at) & ~allowed[at];
      if (reserved != 0 && at == 1 && protectsBlocks && cdb.u8(1) >> 5 == (lun & 7)) {
        reserved &= ~LUN_FIELD;
      }
      if (reserved != 0) {
        int bit = 31 - Integer.numberOfLeadingZeros(reserved);
        throw new CheckConditionException(format.invalid(at, bit));
      }
    }
    if (cdb.bit(control, NORMAL_ACA)) {
      throw new CheckConditionException(SenseData.invalidCdbBit(control, NORMAL_ACA));
    }
  }
}
