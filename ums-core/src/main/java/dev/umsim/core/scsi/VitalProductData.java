package dev.umsim.core.scsi;

import java.util.List;
import java.util.Optional;

/** The vital product data pages of a unit (SPC-4, section 7.8, SBC-3, section 6.6). */
final class VitalProductData {
  private static final int SUPPORTED_PAGES = 0x00;
  private static final int UNIT_SERIAL_NUMBER = 0x80;
  private static final int DEVICE_IDENTIFICATION = 0x83;

  private static final int BLOCK_LIMITS = 0xb0;
  private static final int BLOCK_DEVICE_CHARACTERISTICS = 0xb1;
  private static final int LOGICAL_BLOCK_PROVISIONING = 0xb2;

  /** The most blocks of one WRITE SAME, which has to name how many. */
  static final int MAX_WRITE_SAME_BLOCKS = 0xffff;

  /** The most descriptors of one UNMAP. */
  static final int MAX_UNMAP_DESCRIPTORS = 0x100;

  private static final int ASCII = 2;
  private static final int BINARY = 1;
  private static final int T10_VENDOR_ID = 1;
  private static final int NAA = 3;
  private static final long NAA_LOCALLY_ASSIGNED = 3L << 60;

  private final DeviceType type;
  private final InquiryData inquiry;
  private final String serialNumber;
  private final long naaIdentifier;

  /**
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device in the binary identifier
   */
  VitalProductData(DeviceType type, InquiryData inquiry, String serialNumber, int lun) {
    this.type = type;
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

  /**
   * A page, if there is such a page.
   *
   * @param thin whether the medium gives blocks back
   */
  Optional<byte[]> page(int code, boolean thin) {
    return switch (code) {
      case SUPPORTED_PAGES -> Optional.of(page(code, supportedPages()));
      case UNIT_SERIAL_NUMBER -> Optional.of(page(code, Bytes.ascii(serialNumber)));
      case DEVICE_IDENTIFICATION -> Optional.of(page(code, designators()));
      case BLOCK_LIMITS -> ofDisk(page(code, blockLimits(thin)));
      case BLOCK_DEVICE_CHARACTERISTICS -> ofDisk(page(code, characteristics()));
      case LOGICAL_BLOCK_PROVISIONING -> ofDisk(page(code, provisioning(thin)));
      default -> Optional.empty();
    };
  }

  private Optional<byte[]> ofDisk(byte[] page) {
    return type == DeviceType.DISK ? Optional.of(page) : Optional.empty();
  }

  private byte[] page(int code, byte[] content) {
    var page = new byte[4 + content.length];
    page[0] = (byte) type.code();
    page[1] = (byte) code;
    Bytes.put16(page, 2, content.length);
    System.arraycopy(content, 0, page, 4, content.length);
    return page;
  }

  private byte[] supportedPages() {
    var common =
        new byte[] {SUPPORTED_PAGES, (byte) UNIT_SERIAL_NUMBER, (byte) DEVICE_IDENTIFICATION};
    var ofDisk =
        new byte[] {
          (byte) BLOCK_LIMITS,
          (byte) BLOCK_DEVICE_CHARACTERISTICS,
          (byte) LOGICAL_BLOCK_PROVISIONING
        };
    return type == DeviceType.DISK ? Bytes.join(List.of(common, ofDisk)) : common;
  }

  /** WSNZ, and how much one command may ask for; no limit on transfers (SBC-3, section 6.6.4). */
  private static byte[] blockLimits(boolean thin) {
    var bytes = new byte[0x3c];
    bytes[0] = 1;
    if (thin) {
      Bytes.put32(bytes, 16, 0xffff_ffffL);
      Bytes.put32(bytes, 20, MAX_UNMAP_DESCRIPTORS);
      Bytes.put32(bytes, 24, 1);
    }
    Bytes.put64(bytes, 32, MAX_WRITE_SAME_BLOCKS);
    return bytes;
  }

  /** Nothing turns, and the form is less than 1.8 inches (section 6.6.2). */
  private static byte[] characteristics() {
    var bytes = new byte[0x3c];
    Bytes.put16(bytes, 0, 1);
    bytes[3] = 5;
    return bytes;
  }

  /** LBPU, LBPWS, LBPWS10 and LBPRZ, on a medium that gives blocks back (section 6.6.5). */
  private static byte[] provisioning(boolean thin) {
    return new byte[] {0, (byte) (thin ? 0xe4 : 0), (byte) (thin ? 2 : 0), 0};
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
