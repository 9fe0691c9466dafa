package dev.umsim.core.scsi;

/**
 * A mode page with its present values (SPC-4, section 7.5.7).
 *
 * <p>Made of two byte strings: what the page says at first, and which of its bits the host may
 * change.
 */
final class ModePage {
  private final byte[] defaults;
  private final byte[] changeable;
  private final byte[] current;

  /**
   * @param defaults the whole page, page code and length included
   * @param changeable ones where the host may change a bit, as long as the page
   */
  ModePage(byte[] defaults, byte[] changeable) {
    this.defaults = defaults;
    this.changeable = changeable;
    current = defaults.clone();
  }

  /** A page of this code and length, whose content is 0 but for what {@code bytes} puts in. */
  static ModePage of(int code, int length, int[][] defaults, int[][] changeable) {
    return new ModePage(page(code, length, defaults), page(code, length, changeable));
  }

  private static byte[] page(int code, int length, int[][] bytes) {
    var page = new byte[2 + length];
    page[0] = (byte) code;
    page[1] = (byte) length;
    for (var at : bytes) {
      page[at[0]] = (byte) at[1];
    }
    return page;
  }

  int code() {
    return defaults[0];
  }

  int length() {
    return defaults.length;
  }

  byte[] current() {
    return current.clone();
  }

  byte[] changeable() {
    return changeable.clone();
  }

  byte[] defaults() {
    return defaults.clone();
  }

  boolean bit(int at, int bit) {
    return (current[at] >> bit & 1) != 0;
  }

  void reset() {
    System.arraycopy(defaults, 0, current, 0, current.length);
  }

  /** Says of a byte, which the host cannot change, what it is now. */
  void put(int at, int value) {
    defaults[at] = (byte) value;
    current[at] = (byte) value;
  }

  /** Says of two bytes, which the host cannot change, what they are now. */
  void put16(int at, int value) {
    put(at, value >> 8);
    put(at + 1, value);
  }

  /** Says of a bit, which the host cannot change, what it is now, and not what it is by default. */
  void putCurrent(int at, int bit, boolean value) {
    current[at] = (byte) (value ? current[at] | 1 << bit : current[at] & ~(1 << bit));
  }

  /**
   * Where the host would change what it cannot change by setting the page to these bytes: the byte
   * in the page, or -1 if it may.
   */
  int firstRefused(byte[] list, int offset) {
    for (int i = 2; i < current.length; i++) {
      if (((list[offset + i] ^ current[i]) & ~changeable[i]) != 0) {
        return i;
      }
    }
    return -1;
  }

  void set(byte[] list, int offset) {
    System.arraycopy(list, offset + 2, current, 2, current.length - 2);
  }
}
