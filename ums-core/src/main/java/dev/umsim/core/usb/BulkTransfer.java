package dev.umsim.core.usb;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A transfer of bytes to or from a bulk endpoint (USB 2.0, section 5.8). */
public final class BulkTransfer extends Transfer {
  private final int endpointAddress;

  /**
   * @param endpointAddress number in b3–0, b7 set for IN, as in an endpoint descriptor
   */
  public BulkTransfer(int endpointAddress, Completion completion) {
    super(completion);
    if ((endpointAddress & ~0x8f) != 0 || (endpointAddress & 0x0f) == 0) {
      throw new IllegalArgumentException(
          String.format("%02x is not the address of a bulk endpoint", endpointAddress));
    }
    this.endpointAddress = endpointAddress;
    setData(Unpooled.EMPTY_BUFFER, 0, 0);
  }

  /** The endpoint it goes to or comes from. */
  public int endpointAddress() {
    return endpointAddress;
  }

  /** Which way it goes. */
  public Direction direction() {
    return Direction.of(endpointAddress);
  }

  /** Sets what it moves: {@code length} bytes of {@code buffer} from {@code index} on. */
  public BulkTransfer of(ByteBuf buffer, int index, int length) {
    setData(buffer, index, length);
    return this;
  }
}
