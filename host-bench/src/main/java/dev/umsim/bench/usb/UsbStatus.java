package dev.umsim.bench.usb;

import dev.umsim.core.usb.Transfer;
import org.usb4java.LibUsb;

/** What the codes of libusb mean for a transfer. */
final class UsbStatus {
  private UsbStatus() {}

  /** Of what a function returned: LIBUSB_ERROR_… */
  static Transfer.Status ofCode(int code) {
    return switch (code) {
      case LibUsb.SUCCESS -> Transfer.Status.OK;
      case LibUsb.ERROR_PIPE -> Transfer.Status.STALL;
      case LibUsb.ERROR_OVERFLOW -> Transfer.Status.BABBLE;
      case LibUsb.ERROR_NO_DEVICE -> Transfer.Status.DISCONNECTED;
      default -> Transfer.Status.NO_RESPONSE;
    };
  }

  /** Of how a transfer has ended: LIBUSB_TRANSFER_… */
  static Transfer.Status ofTransfer(int status) {
    return switch (status) {
      case LibUsb.TRANSFER_COMPLETED -> Transfer.Status.OK;
      case LibUsb.TRANSFER_STALL -> Transfer.Status.STALL;
      case LibUsb.TRANSFER_OVERFLOW -> Transfer.Status.BABBLE;
      case LibUsb.TRANSFER_CANCELLED -> Transfer.Status.CANCELLED;
      case LibUsb.TRANSFER_NO_DEVICE -> Transfer.Status.DISCONNECTED;
      default -> Transfer.Status.NO_RESPONSE;
    };
  }
}
