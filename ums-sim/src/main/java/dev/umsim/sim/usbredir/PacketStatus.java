package dev.umsim.sim.usbredir;

import dev.umsim.core.usb.Transfer;

/** How a request ended, in the numbers of the protocol. */
enum PacketStatus {
  SUCCESS,
  CANCELLED,
  INVALID,
  INPUT_OUTPUT_ERROR,
  STALL,
  TIME_OUT,
  BABBLE;

  static PacketStatus of(Transfer.Status status) {
    return switch (status) {
      case OK -> SUCCESS;
      case STALL -> STALL;
      case BABBLE -> BABBLE;
      case CANCELLED -> CANCELLED;
      case NO_RESPONSE, DISCONNECTED -> INPUT_OUTPUT_ERROR;
      case PENDING -> throw new IllegalArgumentException("the transfer has not ended");
    };
  }
}
