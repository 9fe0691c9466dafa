package dev.umsim.bench.usb;

import dev.umsim.bench.usb.PluggedDevice.PluggedInterface;
import dev.umsim.core.usb.Speed;
import java.nio.IntBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.usb4java.DeviceHandle;
import org.usb4java.LibUsb;

/**
 * A device that was opened, with its mass storage interface claimed: the kernel's driver is
 * detached from it and comes back in the end.
 */
public final class ClaimedDevice implements AutoCloseable {
  private final LibUsbContext context;
  private final DeviceHandle handle;
  private final PluggedDevice plugged;
  private final int interfaceNumber;
  private final Speed speed;
  private boolean driverDetached;
  private boolean abandoned;
  private boolean closed;

  private ClaimedDevice(
      LibUsbContext context,
      DeviceHandle handle,
      PluggedDevice plugged,
      int interfaceNumber,
      Speed speed) {
    this.context = context;
    this.handle = handle;
    this.plugged = plugged;
    this.interfaceNumber = interfaceNumber;
    this.speed = speed;
  }

  /**
   * Finds a device, opens it and claims an interface.
   *
   * @param interfaceNumber not needed if it has one mass storage interface only
   * @param mounts tells whether the machine uses what is on the device
   * @throws UsbException if there is none or it cannot be used
   */
  public static ClaimedDevice open(
      DeviceChoice choice, OptionalInt interfaceNumber, MountedVolumes mounts) throws UsbException {
    var context = LibUsbContext.get();
    var plugged = choice.among(PluggedDevices.list());
    if (plugged.refusal().isPresent()) {
      throw new UsbException(
          "device "
              + plugged.identity()
              + " at "
              + plugged.place()
              + ": "
              + plugged.refusal().get());
    }
    var speed = speed(plugged);
    int number = chosen(plugged, interfaceNumber);
    mounts.requireUnused(plugged);
    var device = new ClaimedDevice(context, open(context, plugged), plugged, number, speed);
    try {
      device.claim();
      return device;
    } catch (UsbException e) {
      device.close();
      throw e;
    }
  }

  private static Speed speed(PluggedDevice plugged) throws UsbException {
    return switch (plugged.speed()) {
      case "full" -> Speed.FULL;
      case "high" -> Speed.HIGH;
      default ->
          throw new UsbException(
              "device "
                  + plugged.identity()
                  + " runs at "
                  + plugged.speed()
                  + " speed, and only full and high speed are supported; plug it into a USB 2.0"
                  + " port or hub");
    };
  }

  /** The mass storage interface that is meant. */
  static int chosen(PluggedDevice plugged, OptionalInt interfaceNumber) throws UsbException {
    var storage = plugged.massStorage().stream().map(PluggedInterface::number).toList();
    if (storage.isEmpty()) {
      throw new UsbException(
          "device "
              + plugged.identity()
              + " has no mass storage interface with Bulk-Only Transport; see: ums list targets");
    }
    if (interfaceNumber.isPresent() && !storage.contains(interfaceNumber.getAsInt())) {
      throw new UsbException(
          "interface "
              + interfaceNumber.getAsInt()
              + " of device "
              + plugged.identity()
              + " is no mass storage interface; choose interface "
              + oneOf(storage));
    }
    if (interfaceNumber.isEmpty() && storage.size() > 1) {
      throw new UsbException(
          "device "
              + plugged.identity()
              + " has several mass storage interfaces; choose interface "
              + oneOf(storage));
    }
    return interfaceNumber.orElse(storage.get(0));
  }

  private static String oneOf(List<Integer> numbers) {
    return String.join(" or ", numbers.stream().map(String::valueOf).toList());
  }

  private static DeviceHandle open(LibUsbContext context, PluggedDevice plugged)
      throws UsbException {
    var choice = new DeviceChoice.ByPlace(plugged.bus(), plugged.portPath());
    var handles =
        context.each(
            device -> {
              if (!choice.fits(PluggedDevices.describe(device))) {
                return null;
              }
              var handle = new DeviceHandle();
              int code = LibUsb.open(device, handle);
              if (code != LibUsb.SUCCESS) {
                throw failed(plugged, code);
              }
              return handle;
            });
    return handles.stream()
        .filter(each -> each != null)
        .findFirst()
        .orElseThrow(() -> failed(plugged, LibUsb.ERROR_NO_DEVICE));
  }

  private static UsbException failed(PluggedDevice plugged, int code) {
    return new UsbException(
        "device "
            + plugged.identity()
            + " at "
            + plugged.place()
            + ": "
            + Remedy.here().line(code, plugged.vendorId(), plugged.productId()));
  }

  private void claim() throws UsbException {
    if (LibUsb.kernelDriverActive(handle, interfaceNumber) == 1) {
      int code = LibUsb.detachKernelDriver(handle, interfaceNumber);
      if (code != LibUsb.SUCCESS && code != LibUsb.ERROR_NOT_FOUND) {
        throw failed(plugged, code);
      }
      driverDetached = code == LibUsb.SUCCESS;
    }
    int code = LibUsb.claimInterface(handle, interfaceNumber);
    if (code != LibUsb.SUCCESS) {
      throw failed(plugged, code);
    }
  }

  /** What was seen of it before it was opened. */
  public PluggedDevice plugged() {
    return plugged;
  }

  /** bInterfaceNumber of the interface that is claimed. */
  public int interfaceNumber() {
    return interfaceNumber;
  }

  /** The speed at which it runs. */
  public Speed speed() {
    return speed;
  }

  LibUsbContext context() {
    return context;
  }

  DeviceHandle handle() {
    return handle;
  }

  /** bConfigurationValue of the configuration in use, 0 for none. */
  int configurationValue() {
    var value = IntBuffer.allocate(1);
    return LibUsb.getConfiguration(handle, value) == LibUsb.SUCCESS ? value.get(0) : 0;
  }

  /**
   * SET_CONFIGURATION as libusb has it: no interface may be claimed meanwhile.
   *
   * @return a code of libusb
   */
  int configure(int value) {
    LibUsb.releaseInterface(handle, interfaceNumber);
    int code = LibUsb.setConfiguration(handle, value);
    int claimed = value == 0 ? LibUsb.SUCCESS : LibUsb.claimInterface(handle, interfaceNumber);
    return code == LibUsb.SUCCESS ? claimed : code;
  }

  /** Something in libusb still uses the handle, and may do so for ever: it must not be freed. */
  void abandon() {
    abandoned = true;
  }

  /** Gives the device back to the kernel's driver. */
  @Override
  public void close() {
    if (closed || abandoned) {
      return;
    }
    closed = true;
    LibUsb.releaseInterface(handle, interfaceNumber);
    if (driverDetached) {
      LibUsb.attachKernelDriver(handle, interfaceNumber);
    }
    LibUsb.close(handle);
  }
}
