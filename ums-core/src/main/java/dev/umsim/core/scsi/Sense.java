package dev.umsim.core.scsi;

/**
 * A sense key with an additional sense code and its qualifier (SPC-4, section 4.5.6 and annex D).
 *
 * @param key 0 to F
 * @param code ASC
 * @param qualifier ASCQ
 */
public record Sense(int key, int code, int qualifier) {
  public static final Sense NO_SENSE = new Sense(0x0, 0x00, 0x00);
  public static final Sense BECOMING_READY = new Sense(0x2, 0x04, 0x01);
  public static final Sense MEDIUM_NOT_PRESENT = new Sense(0x2, 0x3a, 0x00);
  public static final Sense UNRECOVERED_READ_ERROR = new Sense(0x3, 0x11, 0x00);
  public static final Sense WRITE_ERROR = new Sense(0x3, 0x0c, 0x00);
  public static final Sense PARAMETER_LIST_LENGTH_ERROR = new Sense(0x5, 0x1a, 0x00);
  public static final Sense INVALID_OPERATION_CODE = new Sense(0x5, 0x20, 0x00);
  public static final Sense LBA_OUT_OF_RANGE = new Sense(0x5, 0x21, 0x00);
  public static final Sense INVALID_FIELD_IN_CDB = new Sense(0x5, 0x24, 0x00);
  public static final Sense LOGICAL_UNIT_NOT_SUPPORTED = new Sense(0x5, 0x25, 0x00);
  public static final Sense INVALID_FIELD_IN_PARAMETER_LIST = new Sense(0x5, 0x26, 0x00);
  public static final Sense CANNOT_READ_MEDIUM_INCOMPATIBLE_FORMAT = new Sense(0x5, 0x30, 0x02);
  public static final Sense MEDIUM_REMOVAL_PREVENTED = new Sense(0x5, 0x53, 0x02);
  public static final Sense SAVING_PARAMETERS_NOT_SUPPORTED = new Sense(0x5, 0x39, 0x00);
  public static final Sense MEDIUM_MAY_HAVE_CHANGED = new Sense(0x6, 0x28, 0x00);
  public static final Sense POWER_ON_OR_RESET = new Sense(0x6, 0x29, 0x00);
  public static final Sense WRITE_PROTECTED = new Sense(0x7, 0x27, 0x00);
  public static final Sense MISCOMPARE = new Sense(0xe, 0x1d, 0x00);

  /** The notation of the standards and of this project: {@code 05/24/00}. */
  @Override
  public String toString() {
    return String.format("%02x/%02x/%02x", key, code, qualifier);
  }
}
