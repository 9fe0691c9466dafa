package dev.umsim.core.scsi;

/**
 * The parameter list of FORMAT UNIT (SBC-3, section 5.2.2), also with the capacity that MMC-6
 * (section 6.4) has behind the short header.
 *
 * <p>Nothing can be chosen: a list is right if it asks for what is so anyway.
 */
final class FormatParameters {
  /** The longest list: that of removable media, with a capacity. */
  static final int MOST_BYTES = 12;

  /** A header with a field for a protection interval and a longer count of defects. */
  static final int LONG_HEADER_BYTES = 8;

  private static final int SHORT_HEADER_BYTES = 4;
  private static final int CAPACITY_BYTES = 8;

  private static final int FORMAT_OPTIONS_VALID = 0x80;

  /** DPRY, DCRT, STPF and IP, which need FOV. */
  private static final int FORMAT_OPTIONS = 0x78;

  private FormatParameters() {}

  static void check(byte[] list, boolean longHeader, Capacity capacity)
      throws CheckConditionException {
    int headerBytes = longHeader ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES;
    if (list.length < headerBytes) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    // Protection information.
    require((list[0] & 7) == 0, 0);
    require((list[1] & FORMAT_OPTIONS_VALID) != 0 || (list[1] & FORMAT_OPTIONS) == 0, 1);
    int lengthAt = longHeader ? 4 : 2;
    long lengthBehind = longHeader ? Bytes.u32(list, lengthAt) : Bytes.u16(list, lengthAt);
    if (lengthBehind == 0) {
      return;
    }
    // Defects cannot be named, and a capacity has its own length.
    require(!longHeader && lengthBehind == CAPACITY_BYTES, lengthAt);
    if (list.length < MOST_BYTES) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    require(Bytes.u32(list, 4) == Capacity.saturated(capacity.blockCount()), 4);
    // b7–2 are the type of format; hosts leave the descriptor code of the capacity list in b1–0.
    require((list[8] & 0xfc) == 0, 8);
    require((Bytes.u32(list, 8) & 0xff_ffff) == capacity.blockSize(), 9);
  }

  private static void require(boolean good, int at) throws CheckConditionException {
    if (!good) {
      throw new CheckConditionException(SenseData.invalidParameterByte(at));
    }
  }
}
