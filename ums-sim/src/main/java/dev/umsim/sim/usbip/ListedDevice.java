package dev.umsim.sim.usbip;

import java.util.List;

/**
 * A device as a USB/IP server lists it.
 *
 * @param busId how hosts name it, such as 1-1
 * @param vendorId idVendor
 * @param productId idProduct
 * @param speed in words
 * @param interfaces bInterfaceClass, bInterfaceSubClass and bInterfaceProtocol of each as 0x080650;
 *     servers may leave them out
 */
public record ListedDevice(
    String busId, int vendorId, int productId, String speed, List<Integer> interfaces) {
  public ListedDevice {
    interfaces = List.copyOf(interfaces);
  }

  static ListedDevice of(DeviceRecord record, List<Integer> interfaces) {
    var speed =
        switch (record.speedCode()) {
          case 1 -> "low";
          case 2 -> "full";
          case 3 -> "high";
          case 5, 6 -> "super";
          default -> "unknown";
        };
    return new ListedDevice(
        record.busId(), record.vendorId(), record.productId(), speed, interfaces);
  }
}
