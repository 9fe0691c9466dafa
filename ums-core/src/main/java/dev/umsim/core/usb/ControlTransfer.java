package dev.umsim.core.usb;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A request to endpoint 0 with its setup packet and data stage (USB 2.0, section 5.5). */
public final class ControlTransfer extends Transfer {
  @SuppressWarnings("NullAway.Init")
  private SetupPacket setup;

  /** A transfer that is given its request by {@link #of}. */
  public ControlTransfer(Completion completion) {
    super(completion);
  }

  /** Sets a request without a data stage. */
  public ControlTransfer of(SetupPacket setup) {
    return of(setup, Unpooled.EMPTY_BUFFER, 0);
  }

  /**
   * Sets a request whose data stage moves wLength bytes of {@code buffer} from {@code index} on.
   */
  public ControlTransfer of(SetupPacket setup, ByteBuf buffer, int index) {
    setData(buffer, index, setup.length());
    this.setup = setup;
    return this;
  }

  /** The request. */
  public SetupPacket setup() {
    return setup;
  }
}
