package dev.umsim.core.scsi;

/**
 * The texts of standard INQUIRY data (SPC-4, section 6.6.2).
 *
 * @param vendor T10 vendor identification: up to 8 characters, space to tilde
 * @param product up to 16 characters
 * @param revision up to 4 characters
 */
public record InquiryData(String vendor, String product, String revision) {
  /** What a LUN without a unit answers: peripheral qualifier 3, unknown type. */
  static final byte[] NO_UNIT = new byte[36];

  private static final int LENGTH = 96;
  private static final int SPC_4 = 0x06;

  static {
    NO_UNIT[0] = 0x7f;
    NO_UNIT[4] = 36 - 5;
  }

  public InquiryData {
    requireText(vendor, 8, "vendor");
    requireText(product, 16, "product");
    requireText(revision, 4, "revision");
  }

  private static void requireText(String text, int width, String what) {
    if (text.length() > width || !text.chars().allMatch(c -> c >= 0x20 && c <= 0x7e)) {
      throw new IllegalArgumentException(
          "the INQUIRY "
              + what
              + " has at most "
              + width
              + " ASCII characters, not '"
              + text
              + "'");
    }
  }

  /** Reads the texts of standard INQUIRY data, at least 36 bytes; what is not ASCII becomes '?'. */
  public static InquiryData decode(byte[] bytes) {
    return new InquiryData(text(bytes, 8, 8), text(bytes, 16, 16), text(bytes, 32, 4));
  }

  private static String text(byte[] bytes, int at, int width) {
    var text = new StringBuilder();
    for (int i = at; i < at + width; i++) {
      text.append(bytes[i] >= 0x20 && bytes[i] <= 0x7e ? (char) bytes[i] : '?');
    }
    return text.toString().stripTrailing();
  }

  byte[] encode(DeviceType type, boolean removable) {
    var bytes = new byte[LENGTH];
    bytes[0] = (byte) type.code();
    bytes[1] = (byte) (removable ? 0x80 : 0);
    bytes[2] = SPC_4;
    bytes[3] = 2;
    bytes[4] = LENGTH - 5;
    Bytes.putText(bytes, 8, 8, vendor);
    Bytes.putText(bytes, 16, 16, product);
    Bytes.putText(bytes, 32, 4, revision);
    // Version descriptors: USB Bulk-Only Transport, SPC-4, and SBC-3 or MMC-6.
    Bytes.put16(bytes, 58, 0x1730);
    Bytes.put16(bytes, 60, 0x0460);
    Bytes.put16(bytes, 62, type == DeviceType.DISK ? 0x04c0 : 0x04e0);
    return bytes;
  }
}
