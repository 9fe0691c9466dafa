package dev.umsim.sim.exchange;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Transfer;

/** Tells how a transfer ended as an exchange file does. */
final class Answers {
  private Answers() {}

  /**
   * @param direction of the data
   * @param came what the device sent
   * @param answered whether it ended by itself, and was not given up
   */
  static Answer of(Transfer transfer, Direction direction, HexBytes came, boolean answered) {
    int bytes = transfer.movedBytes();
    if (!answered) {
      return new Answer.Nak(bytes);
    }
    return switch (transfer.status()) {
      case OK ->
          direction == Direction.IN
              ? new Answer.Data(bytes, Content.of(came))
              : new Answer.Ack(bytes);
      case STALL -> new Answer.Stall(bytes);
      case BABBLE -> new Answer.Babble(bytes, Content.of(came));
      case CANCELLED, PENDING -> new Answer.Nak(bytes);
      case NO_RESPONSE, DISCONNECTED -> new Answer.NoResponse();
    };
  }
}
