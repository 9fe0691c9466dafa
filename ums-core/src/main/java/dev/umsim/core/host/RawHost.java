package dev.umsim.core.host;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A host that does what it is told, one transfer after the other, and shows each as it ended.
 *
 * <p>It recovers from nothing, repeats nothing and takes nothing for granted, so that a device can
 * be shown doing anything at all. How long an answer may be NAKed is for its user to say.
 */
public final class RawHost {
  private static final byte[] NONE = {};

  private final UsbLink link;
  private long patienceNanos;

  /**
   * @param patienceNanos a transfer without progress for so long, in the time of the link, is given
   *     up
   */
  public RawHost(UsbLink link, long patienceNanos) {
    this.link = link;
    this.patienceNanos = patienceNanos;
  }

  /** How long a transfer may be without progress from now on. */
  public void setPatienceNanos(long patienceNanos) {
    this.patienceNanos = patienceNanos;
  }

  /** The link. */
  public UsbLink link() {
    return link;
  }

  /** A request whose data stage, if any, comes from the device. */
  public RawAnswer control(SetupPacket setup) throws DeviceGoneException {
    return control(setup, NONE);
  }

  /**
   * A request.
   *
   * @param data what goes to the device in the data stage; zeros are sent for what is missing
   */
  public RawAnswer control(SetupPacket setup, byte[] data) throws DeviceGoneException {
    var buffer = Unpooled.buffer(Math.max(1, setup.length()));
    buffer.setBytes(0, data, 0, Math.min(data.length, setup.length()));
    boolean in = setup.length() > 0 && setup.direction() == Direction.IN;
    return run(new ControlTransfer(ended -> {}).of(setup, buffer, 0), buffer, in);
  }

  /** Up to so many bytes from a bulk endpoint. */
  public RawAnswer in(int endpointAddress, int length) throws DeviceGoneException {
    var buffer = Unpooled.buffer(Math.max(1, length));
    return run(new BulkTransfer(endpointAddress, ended -> {}).of(buffer, 0, length), buffer, true);
  }

  /** These bytes to a bulk endpoint; none are an empty packet. */
  public RawAnswer out(int endpointAddress, byte[] bytes) throws DeviceGoneException {
    var buffer = Unpooled.wrappedBuffer(bytes.length == 0 ? new byte[1] : bytes);
    return run(
        new BulkTransfer(endpointAddress, ended -> {}).of(buffer, 0, bytes.length), buffer, false);
  }

  /** Lets a simulated device do what it still has to do; a real one is left alone. */
  public void settle() {
    if (link.timeBase() == UsbLink.TimeBase.SIMULATED) {
      link.runUntil(() -> false, patienceNanos);
    }
  }

  private RawAnswer run(Transfer transfer, ByteBuf buffer, boolean in) throws DeviceGoneException {
    link.submit(transfer);
    int moved = -1;
    boolean ended = false;
    while (!ended && transfer.movedBytes() > moved) {
      moved = transfer.movedBytes();
      ended = link.runUntil(() -> !transfer.submitted(), patienceNanos);
    }
    if (!ended) {
      link.cancel(transfer);
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
    }
    if (transfer.status() == Transfer.Status.DISCONNECTED) {
      throw new DeviceGoneException("the device has gone");
    }
    var bytes = new byte[in ? transfer.movedBytes() : 0];
    buffer.getBytes(0, bytes);
    boolean givenUp = transfer.status() == Transfer.Status.CANCELLED;
    return new RawAnswer(
        givenUp ? Transfer.Status.PENDING : transfer.status(), transfer.movedBytes(), bytes);
  }
}
