package dev.umsim.bench.usb;

import java.util.Locale;
import org.usb4java.LibUsb;

/** What a user can do who may not open a device, on the platform at hand. */
enum Remedy {
  LINUX,
  MAC,
  WINDOWS,
  OTHER;

  static Remedy here() {
    return of(System.getProperty("os.name"));
  }

  static Remedy of(String systemName) {
    var name = systemName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return LINUX;
    }
    if (name.startsWith("mac")) {
      return MAC;
    }
    return name.startsWith("windows") ? WINDOWS : OTHER;
  }

  /**
   * Why a device cannot be opened, and what helps.
   *
   * @param code what libusb answered
   */
  String line(int code, int vendorId, int productId) {
    return switch (code) {
      case LibUsb.ERROR_ACCESS -> "this user may not open it; " + permission(vendorId, productId);
      case LibUsb.ERROR_NOT_SUPPORTED, LibUsb.ERROR_NOT_FOUND ->
          "its driver does not let it be opened; " + driver();
      case LibUsb.ERROR_BUSY -> "another program or driver has it; end that one";
      case LibUsb.ERROR_NO_DEVICE -> "it has just gone; plug it in again";
      default -> LibUsb.errorName(code) + "; plug it in again";
    };
  }

  private String permission(int vendorId, int productId) {
    return switch (this) {
      case LINUX ->
          String.format(
              "run as root, or put this line into /etc/udev/rules.d/70-ums.rules and plug it in"
                  + " again: SUBSYSTEM==\"usb\", ATTR{idVendor}==\"%04x\","
                  + " ATTR{idProduct}==\"%04x\", MODE=\"0660\", GROUP=\"plugdev\","
                  + " TAG+=\"uaccess\"",
              vendorId, productId);
      case MAC -> "the driver of macOS holds it: eject it and run as root";
      case WINDOWS -> "close the programs that use it, and give it the WinUSB driver by Zadig";
      case OTHER -> "run as a user who may";
    };
  }

  private String driver() {
    return switch (this) {
      case WINDOWS -> "give it the WinUSB driver, for example by Zadig; Windows then has no drive";
      case MAC -> "macOS keeps its own driver on disks; use a Linux machine and usbip://";
      case LINUX, OTHER -> "use a Linux machine and usbip://";
    };
  }
}
