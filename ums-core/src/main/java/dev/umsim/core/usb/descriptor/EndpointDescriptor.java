package dev.umsim.core.usb.descriptor;

/**
 * An endpoint descriptor (USB 2.0, table 9-13).
 *
 * @param address bEndpointAddress: number in b3–0, b7 set for IN
 * @param attributes bmAttributes; 2 is a bulk endpoint
 * @param maxPacketBytes wMaxPacketSize
 * @param interval bInterval
 */
public record EndpointDescriptor(int address, int attributes, int maxPacketBytes, int interval) {
  static final int LENGTH = 7;
  private static final int BULK = 2;

  public EndpointDescriptor {
    Fields.require8(address, "bEndpointAddress");
    Fields.require8(attributes, "bmAttributes");
    Fields.require16(maxPacketBytes, "wMaxPacketSize");
    Fields.require8(interval, "bInterval");
  }

  /** A bulk endpoint that makes no claim about its NAK rate. */
  public static EndpointDescriptor bulk(int address, int maxPacketBytes) {
    if ((address & ~0x8f) != 0 || (address & 0x0f) == 0) {
      throw new IllegalArgumentException(
          String.format(
              "an endpoint address is 01 to 0f for OUT, 81 to 8f for IN, not %02x", address));
    }
    return new EndpointDescriptor(address, BULK, maxPacketBytes, 0);
  }

  /** Whether it is a bulk endpoint. */
  public boolean isBulk() {
    return (attributes & 3) == BULK;
  }

  static EndpointDescriptor decode(byte[] bytes, int offset) throws MalformedDescriptorException {
    Fields.requireLength(bytes, offset, LENGTH, DescriptorType.ENDPOINT, "an endpoint");
    return new EndpointDescriptor(
        Fields.u8(bytes, offset + 2),
        Fields.u8(bytes, offset + 3),
        Fields.u16(bytes, offset + 4),
        Fields.u8(bytes, offset + 6));
  }

  void encodeTo(byte[] bytes, int offset) {
    bytes[offset] = LENGTH;
    bytes[offset + 1] = DescriptorType.ENDPOINT;
    bytes[offset + 2] = (byte) address;
    bytes[offset + 3] = (byte) attributes;
    Fields.put16(bytes, offset + 4, maxPacketBytes);
    bytes[offset + 6] = (byte) interval;
  }
}
