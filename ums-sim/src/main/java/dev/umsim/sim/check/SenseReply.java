package dev.umsim.sim.check;

/** What came of REQUEST SENSE, in either format (SPC-4, section 4.5). */
record SenseReply(byte[] bytes) {
  /** It was not asked for. */
  static final SenseReply NONE = new SenseReply(new byte[0]);

  private int u8(int at) {
    return at < bytes.length ? bytes[at] & 0xff : -1;
  }

  int responseCode() {
    return u8(0) & 0x7f;
  }

  private boolean descriptors() {
    return responseCode() == 0x72 || responseCode() == 0x73;
  }

  /** Sense key, or -1 where there are too few bytes. */
  int key() {
    int at = descriptors() ? 1 : 2;
    return at < bytes.length ? bytes[at] & 0x0f : -1;
  }

  int asc() {
    return u8(descriptors() ? 2 : 12);
  }

  int ascq() {
    return u8(descriptors() ? 3 : 13);
  }

  boolean valid() {
    return !descriptors() && u8(0) >= 0 && (bytes[0] & 0x80) != 0;
  }

  /** INFORMATION of the fixed format, or -1. */
  long information() {
    return bytes.length < 7
        ? -1
        : (long) u8(3) << 24 | (long) u8(4) << 16 | (long) u8(5) << 8 | u8(6);
  }

  boolean is(int key, int asc) {
    return key() == key && asc() == asc;
  }

  @Override
  public String toString() {
    return key() < 0
        ? "of " + bytes.length + " bytes"
        : String.format("%02x/%02x/%02x", key(), asc() & 0xff, ascq() & 0xff);
  }
}
