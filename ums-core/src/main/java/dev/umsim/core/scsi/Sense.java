package dev.umsim.core.scsi;

import java.util.HashMap;
import java.util.Map;

/**
 * A sense key with an additional sense code and its qualifier (SPC-4, section 4.5.6 and annex D).
 *
 * @param key 0 to F
 * @param code ASC
 * @param qualifier ASCQ
 */
public record Sense(int key, int code, int qualifier) {
  private static final String[] KEYS = {
    "NO SENSE",
    "RECOVERED ERROR",
    "NOT READY",
    "MEDIUM ERROR",
    "HARDWARE ERROR",
    "ILLEGAL REQUEST",
    "UNIT ATTENTION",
    "DATA PROTECT",
    "BLANK CHECK",
    "VENDOR SPECIFIC",
    "COPY ABORTED",
    "ABORTED COMMAND",
    "RESERVED",
    "VOLUME OVERFLOW",
    "MISCOMPARE",
    "COMPLETED"
  };

  /** By ASC and ASCQ, in the words of annex D. */
  private static final Map<Integer, String> TEXTS = new HashMap<>();

  public static final Sense NO_SENSE = of(0x0, 0x00, 0x00, "no additional sense information");
  public static final Sense BECOMING_READY =
      of(0x2, 0x04, 0x01, "logical unit is in process of becoming ready");
  public static final Sense MEDIUM_NOT_PRESENT = of(0x2, 0x3a, 0x00, "medium not present");
  public static final Sense UNRECOVERED_READ_ERROR = of(0x3, 0x11, 0x00, "unrecovered read error");
  public static final Sense WRITE_ERROR = of(0x3, 0x0c, 0x00, "write error");
  public static final Sense PARAMETER_LIST_LENGTH_ERROR =
      of(0x5, 0x1a, 0x00, "parameter list length error");
  public static final Sense INVALID_OPERATION_CODE =
      of(0x5, 0x20, 0x00, "invalid command operation code");
  public static final Sense LBA_OUT_OF_RANGE =
      of(0x5, 0x21, 0x00, "logical block address out of range");
  public static final Sense INVALID_FIELD_IN_CDB = of(0x5, 0x24, 0x00, "invalid field in CDB");
  public static final Sense LOGICAL_UNIT_NOT_SUPPORTED =
      of(0x5, 0x25, 0x00, "logical unit not supported");
  public static final Sense INVALID_FIELD_IN_PARAMETER_LIST =
      of(0x5, 0x26, 0x00, "invalid field in parameter list");
  public static final Sense CANNOT_READ_MEDIUM_INCOMPATIBLE_FORMAT =
      of(0x5, 0x30, 0x02, "cannot read medium - incompatible format");
  public static final Sense MEDIUM_REMOVAL_PREVENTED =
      of(0x5, 0x53, 0x02, "medium removal prevented");
  public static final Sense SAVING_PARAMETERS_NOT_SUPPORTED =
      of(0x5, 0x39, 0x00, "saving parameters not supported");
  public static final Sense MEDIUM_MAY_HAVE_CHANGED =
      of(0x6, 0x28, 0x00, "not ready to ready change, medium may have changed");
  public static final Sense POWER_ON_OR_RESET =
      of(0x6, 0x29, 0x00, "power on, reset, or bus device reset occurred");
  public static final Sense WRITE_PROTECTED = of(0x7, 0x27, 0x00, "write protected");
  public static final Sense MISCOMPARE = of(0xe, 0x1d, 0x00, "miscompare during verify operation");

  // What no unit here reports, but devices do.
  static {
    text(0x00, 0x06, "I/O process terminated");
    text(0x04, 0x00, "logical unit not ready, cause not reportable");
    text(0x04, 0x02, "logical unit not ready, initializing command required");
    text(0x04, 0x03, "logical unit not ready, manual intervention required");
    text(0x04, 0x04, "logical unit not ready, format in progress");
    text(0x04, 0x07, "logical unit not ready, operation in progress");
    text(0x08, 0x00, "logical unit communication failure");
    text(0x0c, 0x02, "write error - auto reallocation failed");
    text(0x0c, 0x03, "write error - recommend reassignment");
    text(0x10, 0x00, "ID CRC or ECC error");
    text(0x14, 0x00, "record entity not found");
    text(0x26, 0x01, "parameter not supported");
    text(0x26, 0x02, "parameter value invalid");
    text(0x27, 0x01, "hardware write protected");
    text(0x27, 0x02, "logical unit software write protected");
    text(0x27, 0x07, "space allocation failed write protect");
    text(0x29, 0x01, "power on occurred");
    text(0x29, 0x02, "SCSI bus reset occurred");
    text(0x29, 0x03, "bus device reset function occurred");
    text(0x29, 0x04, "device internal reset");
    text(0x29, 0x07, "I_T nexus loss occurred");
    text(0x2a, 0x01, "mode parameters changed");
    text(0x2a, 0x09, "capacity data has changed");
    text(0x2c, 0x00, "command sequence error");
    text(0x30, 0x00, "incompatible medium installed");
    text(0x31, 0x00, "medium format corrupted");
    text(0x31, 0x01, "format command failed");
    text(0x3a, 0x01, "medium not present - tray closed");
    text(0x3a, 0x02, "medium not present - tray open");
    text(0x3f, 0x01, "microcode has been changed");
    text(0x3f, 0x03, "inquiry data has changed");
    text(0x3f, 0x0e, "reported LUNs data has changed");
    text(0x44, 0x00, "internal target failure");
    text(0x4e, 0x00, "overlapped commands attempted");
    text(0x53, 0x00, "media load or eject failed");
    text(0x5a, 0x01, "operator medium removal request");
    text(0x64, 0x00, "illegal mode for this track");
  }

  private static Sense of(int key, int code, int qualifier, String text) {
    text(code, qualifier, text);
    return new Sense(key, code, qualifier);
  }

  private static void text(int code, int qualifier, String text) {
    TEXTS.put(code << 8 | qualifier, text);
  }

  /** What a sense key is called. */
  public static String keyText(int key) {
    return KEYS[key];
  }

  /** What an additional sense code with its qualifier means; empty if that is not known. */
  public static String codeText(int code, int qualifier) {
    return TEXTS.getOrDefault(code << 8 | qualifier, "");
  }

  /** For example {@code 03/11/00 MEDIUM ERROR, unrecovered read error}. */
  public String words() {
    var text = codeText(code, qualifier);
    return this + " " + keyText(key) + (text.isEmpty() ? "" : ", " + text);
  }

  /** The notation of the standards and of this project: {@code 05/24/00}. */
  @Override
  public String toString() {
    return String.format("%02x/%02x/%02x", key, code, qualifier);
  }
}
