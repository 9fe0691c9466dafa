package dev.umsim.sim.usbip;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;

/**
 * A transfer on its way to a server. A large one goes over in several pieces, one after the other,
 * as servers do not take any length.
 */
final class PendingTransfer {
  /** Bytes of each piece but perhaps the last; a multiple of every packet size. */
  static final int PIECE_BYTES = 1 << 20;

  private static final SetupPacket NO_SETUP = new SetupPacket(0, 0, 0, 0, 0);

  private final Transfer transfer;
  private int sequenceNumber;
  private int pieceBytes;
  private boolean onWire;
  private boolean cancelAsked;
  private boolean ended;

  PendingTransfer(Transfer transfer) {
    this.transfer = transfer;
  }

  Transfer transfer() {
    return transfer;
  }

  /** Endpoint address, 0 for endpoint 0. */
  int endpointAddress() {
    return transfer instanceof BulkTransfer bulk ? bulk.endpointAddress() : 0;
  }

  Direction direction() {
    if (transfer instanceof BulkTransfer bulk) {
      return bulk.direction();
    }
    var setup = ((ControlTransfer) transfer).setup();
    return setup.length() == 0 ? Direction.OUT : setup.direction();
  }

  /** The message for its next piece, which then is on the wire. */
  TransferMessage.Submit next(int sequenceNumber, int deviceId) {
    this.sequenceNumber = sequenceNumber;
    boolean control = transfer instanceof ControlTransfer;
    int left = transfer.length() - transfer.movedBytes();
    pieceBytes = control ? left : Math.min(left, PIECE_BYTES);
    onWire = true;
    return new TransferMessage.Submit(
        sequenceNumber,
        deviceId,
        direction(),
        endpointAddress() & 0x0f,
        0,
        pieceBytes,
        0,
        TransferMessage.NOT_ISOCHRONOUS,
        0,
        control ? ((ControlTransfer) transfer).setup() : NO_SETUP);
  }

  int sequenceNumber() {
    return sequenceNumber;
  }

  /** Bytes of the piece that is on the wire. */
  int pieceBytes() {
    return pieceBytes;
  }

  /** Where the piece's data begins in the transfer's buffer. */
  int pieceIndex() {
    return transfer.bufferIndex() + transfer.movedBytes();
  }

  boolean onWire() {
    return onWire;
  }

  /** Whether a further piece follows the one on the wire, if that one goes over completely. */
  boolean hasMore() {
    return transfer.movedBytes() + pieceBytes < transfer.length();
  }

  void pieceEnded() {
    onWire = false;
  }

  boolean cancelAsked() {
    return cancelAsked;
  }

  void askCancel() {
    cancelAsked = true;
  }

  /** It is over for good; its memory is the submitter's again. */
  boolean ended() {
    return ended;
  }

  void end(Transfer.Status how) {
    ended = true;
    transfer.end(how);
  }
}
