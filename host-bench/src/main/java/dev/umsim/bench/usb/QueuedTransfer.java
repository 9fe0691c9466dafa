package dev.umsim.bench.usb;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;
import org.usb4java.DeviceHandle;

/** A transfer in the queue of its endpoint, moved by libusb in pieces. */
final class QueuedTransfer {
  /** So much kernels take at once; a multiple of every packet size. */
  private static final int PIECE_BYTES = 1 << 20;

  private final Transfer transfer;

  /** What moves the piece under way; null while none is. */
  private NativeTransfer underWay;

  private boolean cancelAsked;

  QueuedTransfer(Transfer transfer) {
    this.transfer = transfer;
  }

  Transfer transfer() {
    return transfer;
  }

  int endpointAddress() {
    return transfer instanceof BulkTransfer bulk ? bulk.endpointAddress() : 0;
  }

  NativeTransfer underWay() {
    return underWay;
  }

  void setUnderWay(NativeTransfer underWay) {
    this.underWay = underWay;
  }

  boolean cancelAsked() {
    return cancelAsked;
  }

  void askCancel() {
    cancelAsked = true;
  }

  /** Bytes of the piece that is to go next, or is under way. */
  int pieceBytes() {
    return Math.min(PIECE_BYTES, transfer.length() - transfer.movedBytes());
  }

  /**
   * Puts what goes out into the memory of a native transfer, and begins it.
   *
   * @param ended is told, on any thread, when the piece has ended
   * @return a code of libusb
   */
  int submit(NativeTransfer with, DeviceHandle handle, Runnable ended) {
    underWay = with;
    int length = pieceBytes();
    int at = transfer.bufferIndex() + transfer.movedBytes();
    if (transfer instanceof ControlTransfer control) {
      var memory = with.memory(SetupPacket.LENGTH + length);
      memory.put(control.setup().encode());
      if (direction() == Direction.OUT && length > 0) {
        transfer.buffer().getBytes(at, memory.slice(SetupPacket.LENGTH, length));
      }
      return with.submitControl(handle, memory.rewind(), transferred -> ended.run());
    }
    if (direction() == Direction.OUT && length > 0) {
      transfer.buffer().getBytes(at, with.memory(length));
    }
    return with.submitBulk(handle, endpointAddress(), length, transferred -> ended.run());
  }

  /** Takes over what has come, and counts what has gone; whether the piece went over whole. */
  boolean takePiece() {
    int moved = Math.min(underWay.actualLength(), pieceBytes());
    boolean whole = moved == pieceBytes();
    if (direction() == Direction.IN && moved > 0) {
      int before = transfer instanceof ControlTransfer ? SetupPacket.LENGTH : 0;
      transfer
          .buffer()
          .setBytes(
              transfer.bufferIndex() + transfer.movedBytes(),
              underWay.memory(before + moved).slice(before, moved));
    }
    transfer.moved(moved);
    return whole;
  }

  /** Whether nothing is left to move. */
  boolean complete() {
    return transfer.movedBytes() == transfer.length();
  }

  private Direction direction() {
    return transfer instanceof ControlTransfer control
        ? control.setup().direction()
        : ((BulkTransfer) transfer).direction();
  }
}
