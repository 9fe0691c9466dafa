package dev.umsim.core.scsi;

import java.util.Optional;

/** The vital product data pages of a disk (SPC-4, section 7.8). */
final class VitalProductData {
  private static final int SUPPORTED_PAGES = 0x00;
  private static final int UNIT_SERIAL_NUMBER = 0x80;
  private static final int DEVICE_IDENTIFICATION = 0x83;

  private static final int ASCII = 2;
  private static final int BINARY = 1;
  private static final int T10_VENDOR_ID = 1;
  private static final int NAA = 3;
  private static final long NAA_LOCALLY_ASSIGNED = 3L << 60;

  private final InquiryData inquiry;
  private final String serialNumber;
  private final long naaIdentifier;

  /**
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device in the binary identifier
   */
  VitalProductData(InquiryData inquiry, String serialNumber, int lun) {
    this.inquiry = inquiry;
    this.serialNumber = serialNumber;
    naaIdentifier = NAA_LOCALLY_ASSIGNED | (hash(serialNumber) & ~0xfL | lun) & (1L << 60) - 1;
  }

  /** FNV-1a: a number that depends on the serial number alone. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** A page, if there is such a page. */
  Optional<byte[]> page(int code) {
    return switch (code) {
      case SUPPORTED_PAGES ->
          Optional.of(
              page(
                  code,
                  new byte[] {
                    SUPPORTED_PAGES, (byte) UNIT_SERIAL_NUMBER, (byte) DEVICE_IDENTIFICATION
                  }));
      case UNIT_SERIAL_NUMBER -> Optional.of(page(code, Bytes.ascii(serialNumber)));
      case DEVICE_IDENTIFICATION -> Optional.of(page(code, designators()));
      default -> Optional.empty();
    };
  }

  private static byte[] page(int code, byte[] content) {
    var page = new byte[4 + content.length];
    page[1] = (byte) code;
    Bytes.put16(page, 2, content.length);
    System.arraycopy(content, 0, page, 4, content.length);
    return page;
  }

  /** Two designators of the unit: vendor and serial number in words, and a number. */
  private byte[] designators() {
    int textLength = 8 + serialNumber.length();
    var bytes = new byte[4 + textLength + 4 + 8];
    bytes[0] = ASCII;
    bytes[1] = T10_VENDOR_ID;
    bytes[3] = (byte) textLength;
    Bytes.putText(bytes, 4, 8, inquiry.vendor());
    Bytes.putText(bytes, 12, serialNumber.length(), serialNumber);
    int at = 4 + textLength;
    bytes[at] = BINARY;
    bytes[at + 1] = NAA;
    bytes[at + 3] = 8;
    Bytes.put64(bytes, at + 4, naaIdentifier);
    return bytes;
  }
}
