package dev.umsim.core.host;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.function.BooleanSupplier;

/** One transfer after the other over a link, each waited for. */
final class HostPipe {
  /** How long a host waits for a request on endpoint 0 (USB 2.0, section 9.2.6.1). */
  static final long CONTROL_TIMEOUT_NANOS = 5_000_000_000L;

  private final UsbLink link;
  private final BooleanSupplier ended = this::ended;
  private final ControlTransfer control = new ControlTransfer(transfer -> {});

  @SuppressWarnings("NullAway.Init")
  private Transfer underWay;

  HostPipe(UsbLink link) {
    this.link = link;
  }

  private boolean ended() {
    return !underWay.submitted();
  }

  /**
   * Submits a transfer and waits for it.
   *
   * @return how it ended, or {@link Transfer.Status#PENDING} if the time was up and it was given up
   */
  Transfer.Status run(Transfer transfer, long timeoutNanos) throws DeviceGoneException {
    underWay = transfer;
    link.submit(transfer);
    boolean timely = link.runUntil(ended, timeoutNanos);
    if (!timely) {
      link.cancel(transfer);
      link.runUntil(ended, Long.MAX_VALUE);
    }
    if (transfer.status() == Transfer.Status.DISCONNECTED) {
      throw new DeviceGoneException("the device has gone");
    }
    boolean givenUp = !timely && transfer.status() == Transfer.Status.CANCELLED;
    return givenUp ? Transfer.Status.PENDING : transfer.status();
  }

  /** A request without data stage; how it ended. */
  Transfer.Status request(SetupPacket setup) throws DeviceGoneException {
    return run(control.of(setup), CONTROL_TIMEOUT_NANOS);
  }

  /** A request that has to succeed. */
  void require(SetupPacket setup, String what) throws HostException {
    requireOk(request(setup), setup, what);
  }

  /**
   * How a request that reads has ended.
   *
   * @param status {@link Transfer.Status#PENDING} if no answer came
   * @param bytes what came
   */
  record Reading(Transfer.Status status, byte[] bytes) {}

  /** A request that reads, and may end as it likes. */
  Reading tryRead(SetupPacket setup) throws DeviceGoneException {
    return tryRead(setup, CONTROL_TIMEOUT_NANOS);
  }

  /** The same with another time in which it has to end. */
  Reading tryRead(SetupPacket setup, long timeoutNanos) throws DeviceGoneException {
    var buffer = Unpooled.buffer(Math.max(1, setup.length()));
    var status = run(control.of(setup, buffer, 0), timeoutNanos);
    return new Reading(status, ByteBufUtil.getBytes(buffer, 0, control.movedBytes()));
  }

  private static void requireOk(Transfer.Status status, SetupPacket setup, String what)
      throws HostException {
    if (status == Transfer.Status.PENDING) {
      throw new TransferTimeoutException(
          what + " (" + setup + ") was not answered within 5 s; is the device alive?");
    }
    if (status != Transfer.Status.OK) {
      throw new TransferFailedException(what + " (" + setup + ") ended with " + status);
    }
  }

  /** A transfer to or from a bulk endpoint; how it ended. */
  Transfer.Status bulk(
      BulkTransfer transfer, ByteBuf buffer, int index, int length, long timeoutNanos)
      throws DeviceGoneException {
    return run(transfer.of(buffer, index, length), timeoutNanos);
  }

  UsbLink link() {
    return link;
  }
}
