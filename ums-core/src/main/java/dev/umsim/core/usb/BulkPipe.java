package dev.umsim.core.usb;

import java.util.ArrayDeque;

/**
 * A bulk endpoint, where the transfers of the host and the buffers of the device meet (USB 2.0,
 * sections 5.3.2 and 5.8).
 *
 * <p>Each side has a queue. A packet moves only if a transfer is posted <em>and</em> a buffer is
 * armed; one buffer may serve several transfers and one transfer may take several buffers. What the
 * device has not armed is answered NAK and costs nothing. A halted pipe answers STALL to everything
 * and keeps what the device has armed.
 *
 * <p>Both sides have their data toggle. A packet that does not carry the expected one is taken for
 * a repetition: it is acknowledged and lost (section 8.6).
 */
public final class BulkPipe implements BusPipe {
  private final int address;
  private final Bus bus;
  private final Bus.Lane lane;
  private final ArrayDeque<BulkTransfer> posted = new ArrayDeque<>();
  private final ArrayDeque<DeviceBuffer> armed = new ArrayDeque<>();
  private boolean open;
  private int maxPacketBytes;
  private boolean halted;
  private int deviceToggle;
  private int hostToggle;

  BulkPipe(int address, Bus bus) {
    this.address = address;
    this.bus = bus;
    this.lane = bus.connect(this);
  }

  /** The endpoint's address, b7 set for IN. */
  public int address() {
    return address;
  }

  /** The host posts a transfer. */
  void post(BulkTransfer transfer) {
    transfer.begin();
    posted.add(transfer);
    lane.wake();
  }

  /** The host gives a transfer up; it keeps what has moved by now. */
  void cancel(BulkTransfer transfer) {
    lane.settle();
    if (posted.remove(transfer)) {
      end(transfer, Transfer.Status.CANCELLED);
      lane.wake();
    }
  }

  /** All posted transfers end like this: the port was reset, or the device is gone. */
  void endAll(Transfer.Status how) {
    lane.settle();
    while (!posted.isEmpty()) {
      end(posted.poll(), how);
    }
    lane.wake();
  }

  /** The host's controller begins anew with DATA0. */
  void resetHostToggle() {
    lane.settle();
    hostToggle = 0;
  }

  /** The device begins to answer here: not halted, DATA0, nothing armed. */
  public void open(int maxPacketBytes) {
    close();
    open = true;
    deviceToggle = 0;
    this.maxPacketBytes = maxPacketBytes;
    lane.wake();
  }

  /** The device answers here no longer; what was armed is withdrawn. */
  public void close() {
    lane.settle();
    open = false;
    halted = false;
    while (!armed.isEmpty()) {
      armed.peek().withdraw();
    }
    lane.wake();
  }

  /** The device lays a buffer open, behind those that are armed already. */
  public void arm(DeviceBuffer buffer) {
    if (!open) {
      throw new IllegalStateException("the endpoint is not configured");
    }
    buffer.armedOn(this);
    armed.add(buffer);
    lane.wake();
  }

  /** The device halts the endpoint; what is armed stays armed. */
  public void halt() {
    lane.settle();
    halted = true;
    lane.wake();
  }

  /** The device ends the halt, if there is one, and begins anew with DATA0 (section 9.4.5). */
  public void clearHalt() {
    lane.settle();
    halted = false;
    deviceToggle = 0;
    lane.wake();
  }

  /** The device ends the halt, if there is one, and goes on with the toggle where it was. */
  public void endHalt() {
    lane.settle();
    halted = false;
    lane.wake();
  }

  /** The device begins anew with DATA0, halted or not. */
  public void beginAnew() {
    goOnWith(0);
  }

  /** The device goes on with this toggle: 0 or 1. */
  public void goOnWith(int toggle) {
    lane.settle();
    deviceToggle = toggle;
    lane.wake();
  }

  /** Whether the host has a transfer here that has not ended. */
  public boolean hostWaits() {
    return !posted.isEmpty();
  }

  /** Whether the endpoint is halted. */
  public boolean halted() {
    return halted;
  }

  /** The toggle of the device's next packet, or of the next that it expects: 0 or 1. */
  public int deviceToggle() {
    return deviceToggle;
  }

  /** The toggle of the host's next packet, or of the next that it expects: 0 or 1. */
  public int hostToggle() {
    return hostToggle;
  }

  void forget(DeviceBuffer buffer) {
    lane.settle();
    if (armed.remove(buffer)) {
      lane.wake();
    }
  }

  @Override
  public int maxPacketBytes() {
    return maxPacketBytes;
  }

  @Override
  public Next next() {
    if (posted.isEmpty()) {
      return Next.NOTHING;
    }
    if (!open || halted) {
      return Next.REFUSAL;
    }
    if (armed.isEmpty()) {
      return Next.NOTHING;
    }
    return babbles() ? Next.REFUSAL : Next.DATA;
  }

  /** The next packet of the device is larger than what is left of the transfer. */
  private boolean babbles() {
    return Direction.of(address) == Direction.IN
        && Math.min(maxPacketBytes, armed.peek().remaining()) > hostRemaining();
  }

  private int hostRemaining() {
    var transfer = posted.peek();
    return transfer.length() - transfer.movedBytes();
  }

  @Override
  public int movablePackets() {
    return switch (next()) {
      case NOTHING -> 0;
      case SETUP, STATUS, REFUSAL -> 1;
      case DATA -> deviceToggle != hostToggle ? 1 : movableDataPackets();
    };
  }

  private int movableDataPackets() {
    int host = hostRemaining();
    int device = armed.peek().remaining();
    if (Direction.of(address) == Direction.OUT) {
      return Math.min(packets(host), packets(device));
    }
    return device <= host ? packets(device) : host / maxPacketBytes;
  }

  /** Packets for so many bytes; no bytes still take an empty packet. */
  private int packets(int bytes) {
    return Math.max(1, (bytes + maxPacketBytes - 1) / maxPacketBytes);
  }

  @Override
  public int bytesOf(int packets) {
    if (!open || Direction.of(address) == Direction.IN && halted) {
      return 0;
    }
    int sender =
        Direction.of(address) == Direction.OUT ? hostRemaining() : armed.peek().remaining();
    return Math.min(packets * maxPacketBytes, sender);
  }

  @Override
  public void move(int packets) {
    int bytes = bytesOf(packets);
    boolean lastIsShort = bytes < packets * maxPacketBytes;
    if (deviceToggle != hostToggle) {
      loseOnePacket(bytes, lastIsShort);
    } else if (Direction.of(address) == Direction.IN) {
      moveIn(bytes, lastIsShort);
      flipDevice(packets);
      flipHost(packets);
    } else {
      moveOut(bytes, lastIsShort);
      flipDevice(packets);
      flipHost(packets);
    }
    lane.wake();
  }

  private void moveIn(int bytes, boolean lastIsShort) {
    var buffer = armed.peek();
    var transfer = posted.peek();
    buffer.copyTo(transfer.buffer(), transfer.bufferIndex() + transfer.movedBytes(), bytes);
    transfer.moved(bytes);
    if (buffer.remaining() == 0) {
      bus.announce(armed.poll().ended());
    }
    if (lastIsShort || transfer.movedBytes() == transfer.length()) {
      end(posted.poll(), Transfer.Status.OK);
    }
  }

  private void moveOut(int bytes, boolean lastIsShort) {
    var buffer = armed.peek();
    var transfer = posted.peek();
    buffer.copyFrom(
        transfer.buffer(), transfer.bufferIndex() + transfer.movedBytes(), bytes, lastIsShort);
    transfer.moved(bytes);
    if (lastIsShort || buffer.remaining() == 0) {
      bus.announce(armed.poll().ended());
    }
    if (transfer.movedBytes() == transfer.length()) {
      end(posted.poll(), Transfer.Status.OK);
    }
  }

  /** The sender believes that it was received; the receiver takes it for a repetition. */
  private void loseOnePacket(int bytes, boolean isShort) {
    if (Direction.of(address) == Direction.IN) {
      var buffer = armed.peek();
      buffer.skip(bytes);
      flipDevice(1);
      if (buffer.remaining() == 0) {
        bus.announce(armed.poll().ended());
      }
    } else {
      var transfer = posted.peek();
      transfer.moved(bytes);
      flipHost(1);
      if (isShort || transfer.movedBytes() == transfer.length()) {
        end(posted.poll(), Transfer.Status.OK);
      }
    }
  }

  private void flipDevice(int packets) {
    deviceToggle ^= packets & 1;
  }

  private void flipHost(int packets) {
    hostToggle ^= packets & 1;
  }

  @Override
  public void refuse() {
    var how =
        !open
            ? Transfer.Status.NO_RESPONSE
            : halted ? Transfer.Status.STALL : Transfer.Status.BABBLE;
    end(posted.poll(), how);
    lane.wake();
  }

  private void end(BulkTransfer transfer, Transfer.Status how) {
    transfer.end(how);
    bus.announceToHost(transfer.announcement());
  }
}
