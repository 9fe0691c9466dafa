package dev.umsim.bench.usb;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The transfers of libusb that a link has, to be used again and again. */
final class NativeTransfers {
  /** Keeps memory that libusb may still use from ever being collected. */
  private static final Queue<NativeTransfer> ABANDONED = new ConcurrentLinkedQueue<>();

  private final ArrayDeque<NativeTransfer> idle = new ArrayDeque<>();

  NativeTransfer take() {
    return idle.isEmpty() ? new NativeTransfer() : idle.pop();
  }

  /** It is not under way. */
  void giveBack(NativeTransfer transfer) {
    idle.push(transfer);
  }

  /** It is left to libusb for ever. */
  void abandon(NativeTransfer transfer) {
    ABANDONED.add(transfer);
  }

  /** Frees those that are not in use. */
  void free() {
    idle.forEach(NativeTransfer::free);
    idle.clear();
  }
}
