package dev.umsim.sim.serve;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;

/**
 * A device in the hands of one client, from attach to detach.
 *
 * <p>It begins with a reset of the port and an address, which neither USB/IP nor usbredir bring to
 * a device. What the client may have under way at a time is limited, so that a client can never
 * take more memory than that.
 */
public final class Attachment {
  /** The most data that a client may have under way. */
  public static final int MOST_BYTES = 32 << 20;

  /** The most data of one transfer. */
  public static final int MOST_TRANSFER_BYTES = 16 << 20;

  /** The most transfers that a client may have under way. */
  public static final int MOST_TRANSFERS = 4096;

  private static final int ADDRESS = 1;

  private final ExportedDevice device;
  private final UsbLink link;
  private final Client client;
  private final LongObjectHashMap<ClientTransfer> underWay = new LongObjectHashMap<>();
  private final TrafficCount count = new TrafficCount();
  private Traffic told = Traffic.NONE;
  private ControlTransfer addressing;
  private long bytesUnderWay;
  private boolean ended;

  Attachment(ExportedDevice device, UsbLink link, Client client) {
    this.device = device;
    this.link = link;
    this.client = client;
    link.resetPort();
    address();
  }

  /** What the device said that it is. */
  public DeviceDescription description() {
    return requireNonNull(device.description());
  }

  /**
   * Whether a transfer with this number and so many bytes can be taken now; what can end before
   * does so. Not to be called from inside a completion.
   */
  public boolean admits(long number, int bytes) {
    if (hasRoomFor(number, bytes)) {
      return true;
    }
    device.settle();
    return !ended && hasRoomFor(number, bytes);
  }

  private boolean hasRoomFor(long number, int bytes) {
    return bytes >= 0
        && bytes <= MOST_TRANSFER_BYTES
        && bytesUnderWay + bytes <= MOST_BYTES
        && underWay.size() < MOST_TRANSFERS
        && !underWay.containsKey(number);
  }

  /** Takes a transfer over a bulk or interrupt endpoint, and with it the frame. */
  public void submitBulk(long number, int endpointAddress, ByteBuf frame, int index, int length) {
    var transfer = new ClientTransfer[1];
    transfer[0] =
        ClientTransfer.bulk(
            number, endpointAddress, frame, index, length, each -> completed(transfer[0]));
    submit(transfer[0]);
  }

  /** Takes a request, and with it the frame. */
  public void submitControl(long number, SetupPacket setup, ByteBuf frame, int index) {
    var transfer = new ClientTransfer[1];
    transfer[0] =
        ClientTransfer.control(number, setup, frame, index, each -> completed(transfer[0]));
    submit(transfer[0]);
  }

  private void submit(ClientTransfer transfer) {
    if (ended) {
      transfer.frame().release();
      return;
    }
    underWay.put(transfer.number(), transfer);
    bytesUnderWay += transfer.transfer().length();
    link.submit(transfer.transfer());
  }

  /**
   * Gives a transfer up, which ends then, as cancelled or otherwise.
   *
   * @return whether it was still under way
   */
  public boolean cancel(long number) {
    var transfer = underWay.get(number);
    if (transfer == null) {
      return false;
    }
    transfer.askCancel();
    link.cancel(transfer.transfer());
    if (!transfer.isBulk() && addressing.submitted()) {
      // The device has lost the request, as one may that was busy in a reset; a host asks again.
      link.cancel(addressing);
      address();
    }
    return true;
  }

  /** Gives up all transfers but those of endpoint 0: their endpoints begin as new. */
  public void cancelBulk() {
    for (var transfer : new ArrayList<>(underWay.values())) {
      if (transfer.isBulk()) {
        link.cancel(transfer.transfer());
      }
    }
  }

  /**
   * Resets the port and addresses the device, which then has no configuration. Transfers under way
   * end as cancelled, and are told before this returns. Not to be called from inside a completion.
   */
  public void reset() {
    link.resetPort();
    address();
    device.settle();
  }

  private void address() {
    addressing = new ControlTransfer(ended -> {}).of(StandardRequest.setAddress(ADDRESS));
    link.submit(addressing);
  }

  /** The client gives the device back. */
  public void detach(String why) {
    if (!ended) {
      ended = true;
      link.resetPort();
      device.detached(this, why);
    }
  }

  /** The device is gone: all has ended, and the client learns it. */
  void deviceGone() {
    if (!ended) {
      ended = true;
      device.detached(this, "the device was unplugged");
      client.deviceGone();
    }
  }

  private void completed(ClientTransfer transfer) {
    underWay.remove(transfer.number());
    bytesUnderWay -= transfer.transfer().length();
    if (ended) {
      transfer.frame().release();
      return;
    }
    if (transfer.transfer().status() != Transfer.Status.CANCELLED) {
      count.add(transfer);
    }
    client.completed(transfer);
  }

  void flush() {
    if (!ended) {
      client.flush();
    }
  }

  Client client() {
    return client;
  }

  Traffic traffic() {
    return count.now();
  }

  /** What came since this was asked last. */
  Traffic newTraffic() {
    var now = count.now();
    var since = now.since(told);
    told = now;
    return since;
  }
}
