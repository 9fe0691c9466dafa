package dev.umsim.core.bot;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import java.util.List;

/**
 * Where in a device a mass storage function stands: its interface and its two bulk endpoints (BOT
 * 1.0, section 4.3 and on).
 *
 * @param number bInterfaceNumber
 * @param bulkIn endpoint address, 81 to 8F
 * @param bulkOut endpoint address, 01 to 0F
 */
public record MassStorageInterface(int number, int bulkIn, int bulkOut) {
  /** The interface of a device that does nothing else. */
  public static final MassStorageInterface ALONE = new MassStorageInterface(0, 0x81, 0x02);

  /** bInterfaceClass: mass storage. */
  public static final int CLASS = 0x08;

  /** bInterfaceSubClass: SCSI transparent command set. */
  public static final int SUBCLASS = 0x06;

  /** bInterfaceProtocol: Bulk-Only Transport. */
  public static final int PROTOCOL = 0x50;

  public MassStorageInterface {
    if (number < 0 || number > 255) {
      throw new IllegalArgumentException("an interface number is 0 to 255, not " + number);
    }
    if ((bulkIn & ~0x0f) != 0x80 || (bulkIn & 0x0f) == 0) {
      throw new IllegalArgumentException(
          String.format("a bulk-in endpoint is 81 to 8f, not %02x", bulkIn));
    }
    if ((bulkOut & ~0x0f) != 0 || bulkOut == 0) {
      throw new IllegalArgumentException(
          String.format("a bulk-out endpoint is 01 to 0f, not %02x", bulkOut));
    }
  }

  InterfaceDescriptor describe(Speed speed) {
    return new InterfaceDescriptor(
        number,
        0,
        CLASS,
        SUBCLASS,
        PROTOCOL,
        0,
        List.of(
            EndpointDescriptor.bulk(bulkIn, speed.bulkMaxPacketBytes()),
            EndpointDescriptor.bulk(bulkOut, speed.bulkMaxPacketBytes())));
  }
}
