package dev.umsim.core.usb;

/**
 * The eight bytes that open a control transfer (USB 2.0, section 9.3).
 *
 * @param requestType bmRequestType: b7 direction, b6–5 type, b4–0 recipient
 * @param request bRequest
 * @param value wValue, 0 to FFFF
 * @param index wIndex, 0 to FFFF
 * @param length wLength: bytes of the data stage, 0 to FFFF
 */
public record SetupPacket(int requestType, int request, int value, int index, int length) {
  /** Bytes of a setup packet on the wire. */
  public static final int LENGTH = 8;

  /** What kind of request it is (bmRequestType b6–5). */
  public enum Type {
    STANDARD,
    CLASS,
    VENDOR,
    RESERVED
  }

  /** For whom it is (bmRequestType b4–0). */
  public enum Recipient {
    DEVICE,
    INTERFACE,
    ENDPOINT,
    OTHER,
    RESERVED
  }

  private static final Type[] TYPES = Type.values();
  private static final Recipient[] RECIPIENTS = Recipient.values();

  public SetupPacket {
    if ((requestType & ~0xff) != 0
        || (request & ~0xff) != 0
        || (value & ~0xffff) != 0
        || (index & ~0xffff) != 0
        || (length & ~0xffff) != 0) {
      throw new IllegalArgumentException("a field of a setup packet is too large for its width");
    }
  }

  /** Reads the eight bytes from {@code offset}; every content is a setup packet. */
  public static SetupPacket decode(byte[] bytes, int offset) {
    return new SetupPacket(
        bytes[offset] & 0xff,
        bytes[offset + 1] & 0xff,
        u16(bytes, offset + 2),
        u16(bytes, offset + 4),
        u16(bytes, offset + 6));
  }

  private static int u16(byte[] bytes, int at) {
    return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8;
  }

  /** The eight bytes. */
  public byte[] encode() {
    return new byte[] {
      (byte) requestType,
      (byte) request,
      (byte) value,
      (byte) (value >> 8),
      (byte) index,
      (byte) (index >> 8),
      (byte) length,
      (byte) (length >> 8)
    };
  }

  /** The way of the data stage. Without one (wLength 0) the bit means nothing. */
  public Direction direction() {
    return Direction.of(requestType);
  }

  /** Standard, class or vendor. */
  public Type type() {
    return TYPES[requestType >> 5 & 3];
  }

  /** Device, interface, endpoint or something else. */
  public Recipient recipient() {
    return RECIPIENTS[Math.min(requestType & 0x1f, Recipient.RESERVED.ordinal())];
  }

  @Override
  public String toString() {
    return String.format(
        "%02x %02x value %04x index %04x length %d", requestType, request, value, index, length);
  }
}
