package dev.umsim.sim.usbip;

import dev.umsim.core.usb.Transfer;

/**
 * How a transfer ended, in the error numbers of Linux, which are the same on every machine here.
 */
final class ErrorNumber {
  static final int NO_ENTRY = 2;
  static final int NO_DEVICE = 19;
  static final int INVALID = 22;
  static final int BROKEN_PIPE = 32;
  static final int PROTOCOL = 71;
  static final int OVERFLOW = 75;
  static final int CONNECTION_RESET = 104;
  static final int SHUT_DOWN = 108;
  static final int REMOTE_IO = 121;

  private ErrorNumber() {}

  /** The status of a message for a transfer that has ended like this. */
  static int of(Transfer.Status status) {
    return switch (status) {
      case OK -> 0;
      case STALL -> -BROKEN_PIPE;
      case BABBLE -> -OVERFLOW;
      case CANCELLED -> -CONNECTION_RESET;
      case NO_RESPONSE -> -PROTOCOL;
      case DISCONNECTED -> -SHUT_DOWN;
      case PENDING -> throw new IllegalArgumentException("the transfer has not ended");
    };
  }

  /** How a transfer ended, by the status of a message. */
  static Transfer.Status statusOf(int number) {
    return switch (-number) {
      // A short packet where the host wanted none is an end like any other here.
      case 0, REMOTE_IO -> Transfer.Status.OK;
      case BROKEN_PIPE -> Transfer.Status.STALL;
      case OVERFLOW -> Transfer.Status.BABBLE;
      case CONNECTION_RESET, NO_ENTRY -> Transfer.Status.CANCELLED;
      case SHUT_DOWN, NO_DEVICE -> Transfer.Status.DISCONNECTED;
      default -> Transfer.Status.NO_RESPONSE;
    };
  }
}
