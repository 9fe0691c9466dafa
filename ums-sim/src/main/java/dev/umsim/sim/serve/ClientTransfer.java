package dev.umsim.sim.serve;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;
import io.netty.buffer.ByteBuf;

/**
 * A transfer that a client has asked for, with the client's number for it and the frame that holds
 * its data.
 */
public final class ClientTransfer {
  /** Bytes of a bulk transfer to the device that may be a command wrapper (BOT 1.0, 5.1). */
  private static final int COMMAND_LENGTH = 31;

  private static final int COMMAND_SIGNATURE = 0x43425355;

  private final long number;
  private final ByteBuf frame;
  private final Transfer transfer;
  private boolean cancelAsked;

  private ClientTransfer(long number, ByteBuf frame, Transfer transfer) {
    this.number = number;
    this.frame = frame;
    this.transfer = transfer;
  }

  static ClientTransfer bulk(
      long number,
      int endpointAddress,
      ByteBuf frame,
      int index,
      int length,
      Transfer.Completion completion) {
    var transfer = new BulkTransfer(endpointAddress, completion);
    return new ClientTransfer(number, frame, transfer.of(frame, index, length));
  }

  static ClientTransfer control(
      long number, SetupPacket setup, ByteBuf frame, int index, Transfer.Completion completion) {
    var transfer = new ControlTransfer(completion);
    return new ClientTransfer(number, frame, transfer.of(setup, frame, index));
  }

  /** The client's own number for it. */
  public long number() {
    return number;
  }

  /** What holds the data; the client may have left room in front of it. */
  public ByteBuf frame() {
    return frame;
  }

  /** What was moved and how it ended. */
  public Transfer transfer() {
    return transfer;
  }

  /** Whether the client has given it up; it may have ended otherwise all the same. */
  public boolean cancelAsked() {
    return cancelAsked;
  }

  void askCancel() {
    cancelAsked = true;
  }

  /** Which way the data goes. */
  public Direction direction() {
    return transfer instanceof BulkTransfer bulk
        ? bulk.direction()
        : ((ControlTransfer) transfer).setup().direction();
  }

  boolean isBulk() {
    return transfer instanceof BulkTransfer;
  }

  /** Whether it carried the wrapper of a command. */
  boolean isCommand() {
    return isBulk()
        && direction() == Direction.OUT
        && transfer.movedBytes() == COMMAND_LENGTH
        && frame.getIntLE(transfer.bufferIndex()) == COMMAND_SIGNATURE;
  }
}
