package dev.umsim.bench.usb;

import dev.umsim.bench.usb.PluggedDevice.PluggedInterface;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.usb4java.ConfigDescriptor;
import org.usb4java.Device;
import org.usb4java.DeviceDescriptor;
import org.usb4java.DeviceHandle;
import org.usb4java.LibUsb;

/** Looks at the devices that are plugged in, and disturbs none of them. */
public final class PluggedDevices {
  /** The most hubs between a host and a device, and the device (USB 2.0, section 4.1.1). */
  private static final int MOST_PORTS = 7;

  private PluggedDevices() {}

  /**
   * All devices but root hubs, by bus and port.
   *
   * @throws UsbException if there is no libusb for this platform
   */
  public static List<PluggedDevice> list() throws UsbException {
    return LibUsbContext.get().each(PluggedDevices::describe).stream()
        .filter(each -> !each.portPath().isEmpty())
        .sorted((one, other) -> comparePlaces(one, other))
        .toList();
  }

  private static int comparePlaces(PluggedDevice one, PluggedDevice other) {
    return one.bus() == other.bus()
        ? one.portPath().compareTo(other.portPath())
        : Integer.compare(one.bus(), other.bus());
  }

  static PluggedDevice describe(Device device) {
    var descriptor = new DeviceDescriptor();
    LibUsb.getDeviceDescriptor(device, descriptor);
    int vendorId = descriptor.idVendor() & 0xffff;
    int productId = descriptor.idProduct() & 0xffff;
    var handle = new DeviceHandle();
    int code = LibUsb.open(device, handle);
    try {
      boolean opened = code == LibUsb.SUCCESS;
      return new PluggedDevice(
          LibUsb.getBusNumber(device),
          portPath(device),
          vendorId,
          productId,
          speed(LibUsb.getDeviceSpeed(device)),
          opened ? text(handle, descriptor.iManufacturer()) : Optional.empty(),
          opened ? text(handle, descriptor.iProduct()) : Optional.empty(),
          opened ? text(handle, descriptor.iSerialNumber()) : Optional.empty(),
          interfaces(device),
          opened ? Optional.empty() : Optional.of(Remedy.here().line(code, vendorId, productId)));
    } finally {
      if (code == LibUsb.SUCCESS) {
        LibUsb.close(handle);
      }
    }
  }

  private static String portPath(Device device) {
    var ports = ByteBuffer.allocateDirect(MOST_PORTS);
    int count = LibUsb.getPortNumbers(device, ports);
    var path = new StringBuilder();
    for (int i = 0; i < count; i++) {
      path.append(i == 0 ? "" : ".").append(ports.get(i) & 0xff);
    }
    return path.toString();
  }

  private static String speed(int code) {
    return switch (code) {
      case LibUsb.SPEED_LOW -> "low";
      case LibUsb.SPEED_FULL -> "full";
      case LibUsb.SPEED_HIGH -> "high";
      case LibUsb.SPEED_SUPER -> "super";
      default -> "unknown";
    };
  }

  private static Optional<String> text(DeviceHandle handle, byte index) {
    if (index == 0) {
      return Optional.empty();
    }
    return Optional.ofNullable(LibUsb.getStringDescriptor(handle, index));
  }

  private static List<PluggedInterface> interfaces(Device device) {
    var configuration = new ConfigDescriptor();
    if (LibUsb.getActiveConfigDescriptor(device, configuration) != LibUsb.SUCCESS) {
      return List.of();
    }
    try {
      var interfaces = new ArrayList<PluggedInterface>();
      for (var each : configuration.iface()) {
        var settings = each.altsetting();
        if (settings.length > 0) {
          interfaces.add(
              new PluggedInterface(
                  settings[0].bInterfaceNumber() & 0xff,
                  settings[0].bInterfaceClass() & 0xff,
                  settings[0].bInterfaceSubClass() & 0xff,
                  settings[0].bInterfaceProtocol() & 0xff));
        }
      }
      return interfaces;
    } finally {
      LibUsb.freeConfigDescriptor(configuration);
    }
  }
}
