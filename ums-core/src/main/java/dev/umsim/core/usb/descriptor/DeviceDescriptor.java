package dev.umsim.core.usb.descriptor;

/**
 * The device descriptor of a device whose class is told by its interfaces (USB 2.0, table 9-8).
 *
 * @param usbVersion bcdUSB, such as 0200
 * @param maxPacketBytes0 bMaxPacketSize0: 8, 16, 32 or 64
 * @param vendorId idVendor
 * @param productId idProduct
 * @param deviceVersion bcdDevice
 * @param manufacturerIndex iManufacturer, 0 for none
 * @param productIndex iProduct, 0 for none
 * @param serialNumberIndex iSerialNumber, 0 for none
 * @param configurationCount bNumConfigurations
 */
public record DeviceDescriptor(
    int usbVersion,
    int maxPacketBytes0,
    int vendorId,
    int productId,
    int deviceVersion,
    int manufacturerIndex,
    int productIndex,
    int serialNumberIndex,
    int configurationCount) {
  /** Bytes of a device descriptor. */
  public static final int LENGTH = 18;

  /** Bytes of a device qualifier (table 9-9). */
  public static final int QUALIFIER_LENGTH = 10;

  public DeviceDescriptor {
    Fields.require16(usbVersion, "bcdUSB");
    Fields.require16(vendorId, "idVendor");
    Fields.require16(productId, "idProduct");
    Fields.require16(deviceVersion, "bcdDevice");
    Fields.require8(manufacturerIndex, "iManufacturer");
    Fields.require8(productIndex, "iProduct");
    Fields.require8(serialNumberIndex, "iSerialNumber");
    Fields.require8(configurationCount, "bNumConfigurations");
    if (maxPacketBytes0 != 8
        && maxPacketBytes0 != 16
        && maxPacketBytes0 != 32
        && maxPacketBytes0 != 64) {
      throw new IllegalArgumentException(
          "bMaxPacketSize0 is 8, 16, 32 or 64, not " + maxPacketBytes0);
    }
  }

  /** Reads a device descriptor from the start of {@code bytes}. */
  public static DeviceDescriptor decode(byte[] bytes) throws MalformedDescriptorException {
    Fields.requireLength(bytes, 0, LENGTH, DescriptorType.DEVICE, "a device");
    try {
      return new DeviceDescriptor(
          Fields.u16(bytes, 2),
          Fields.u8(bytes, 7),
          Fields.u16(bytes, 8),
          Fields.u16(bytes, 10),
          Fields.u16(bytes, 12),
          Fields.u8(bytes, 14),
          Fields.u8(bytes, 15),
          Fields.u8(bytes, 16),
          Fields.u8(bytes, 17));
    } catch (IllegalArgumentException e) {
      throw new MalformedDescriptorException(e.getMessage() + ": " + Fields.hex(bytes, 0));
    }
  }

  /** The 18 bytes. */
  public byte[] encode() {
    var bytes = new byte[LENGTH];
    bytes[0] = LENGTH;
    bytes[1] = DescriptorType.DEVICE;
    Fields.put16(bytes, 2, usbVersion);
    bytes[7] = (byte) maxPacketBytes0;
    Fields.put16(bytes, 8, vendorId);
    Fields.put16(bytes, 10, productId);
    Fields.put16(bytes, 12, deviceVersion);
    bytes[14] = (byte) manufacturerIndex;
    bytes[15] = (byte) productIndex;
    bytes[16] = (byte) serialNumberIndex;
    bytes[17] = (byte) configurationCount;
    return bytes;
  }

  /** The ten bytes of the device qualifier: what this descriptor says, at the other speed. */
  public byte[] encodeQualifier() {
    var bytes = new byte[QUALIFIER_LENGTH];
    bytes[0] = QUALIFIER_LENGTH;
    bytes[1] = DescriptorType.DEVICE_QUALIFIER;
    Fields.put16(bytes, 2, usbVersion);
    bytes[7] = (byte) maxPacketBytes0;
    bytes[8] = (byte) configurationCount;
    return bytes;
  }
}
