package dev.umsim.bench.usb;

import java.nio.ByteBuffer;
import org.usb4java.DeviceHandle;
import org.usb4java.LibUsb;
import org.usb4java.Transfer;
import org.usb4java.TransferCallback;

/**
 * A transfer of libusb with memory of its own, so that whatever becomes of the one who asked for
 * it, libusb never writes into memory that is somebody else's by then.
 */
final class NativeTransfer {
  private static final int SMALLEST_BYTES = 4096;

  private final Transfer transfer = LibUsb.allocTransfer();
  private ByteBuffer memory = ByteBuffer.allocateDirect(SMALLEST_BYTES);

  /** The first bytes of the memory; what they were is forgotten. */
  ByteBuffer memory(int length) {
    if (memory.capacity() < length) {
      memory = ByteBuffer.allocateDirect(Math.max(length, 2 * memory.capacity()));
    }
    return memory.slice(0, Math.max(1, length));
  }

  int submitControl(DeviceHandle handle, ByteBuffer setupAndData, TransferCallback ended) {
    LibUsb.fillControlTransfer(transfer, handle, setupAndData, ended, null, 0);
    return LibUsb.submitTransfer(transfer);
  }

  int submitBulk(DeviceHandle handle, int endpointAddress, int length, TransferCallback ended) {
    var data = memory(length);
    LibUsb.fillBulkTransfer(transfer, handle, (byte) endpointAddress, data, ended, null, 0);
    transfer.setLength(length);
    return LibUsb.submitTransfer(transfer);
  }

  void cancel() {
    LibUsb.cancelTransfer(transfer);
  }

  /** How it ended: LIBUSB_TRANSFER_… */
  int status() {
    return transfer.status();
  }

  /** Bytes that went over, without a setup packet. */
  int actualLength() {
    return transfer.actualLength();
  }

  /** Only when it is not under way. */
  void free() {
    LibUsb.freeTransfer(transfer);
  }
}
