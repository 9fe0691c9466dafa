package dev.umsim.core.usb;

import java.util.ArrayDeque;

/**
 * Endpoint 0: requests in three stages, setup, data and status (USB 2.0, sections 5.5 and 8.5.3).
 *
 * <p>The device is handed each setup packet and answers it by {@link #answer} at once or later;
 * until then it NAKs. A STALL ends one request and nothing else.
 */
public final class ControlPipe implements BusPipe {
  /** Largest packet of endpoint 0 in bytes, at either speed. */
  public static final int MAX_PACKET_BYTES = 64;

  private enum Stage {
    SETUP,
    WAITING,
    DATA_IN,
    DATA_OUT,
    STATUS,
    STALLED
  }

  /** The device's side of endpoint 0. */
  @FunctionalInterface
  interface Handler {
    /** A setup packet came. Whatever was going on before on endpoint 0 is over. */
    void setup(SetupPacket setup);
  }

  private final Bus bus;
  private final Bus.Lane lane;
  private final Handler handler;
  private final HostSide hostSide;
  private final ArrayDeque<ControlTransfer> posted = new ArrayDeque<>();
  private Stage stage = Stage.SETUP;
  private boolean silent;

  @SuppressWarnings("NullAway.Init")
  private ControlAnswer answer;

  @SuppressWarnings("NullAway.Init")
  private byte[] data;

  private int dataBytes;
  private boolean emptyPacketDue;

  /** Learns which requests have succeeded, as the driver of a host controller does. */
  @FunctionalInterface
  interface HostSide {
    void succeeded(SetupPacket setup);
  }

  ControlPipe(Bus bus, Handler handler, HostSide hostSide) {
    this.bus = bus;
    this.handler = handler;
    this.hostSide = hostSide;
    this.lane = bus.connect(this);
  }

  void post(ControlTransfer transfer) {
    transfer.begin();
    posted.add(transfer);
    lane.wake();
  }

  void cancel(ControlTransfer transfer) {
    lane.settle();
    boolean atHead = posted.peek() == transfer;
    if (posted.remove(transfer)) {
      if (atHead) {
        stage = Stage.SETUP;
      }
      end(transfer, Transfer.Status.CANCELLED);
      lane.wake();
    }
  }

  void endAll(Transfer.Status how) {
    lane.settle();
    stage = Stage.SETUP;
    while (!posted.isEmpty()) {
      end(posted.poll(), how);
    }
    lane.wake();
  }

  /** The device answers nothing at all from now on, or again. */
  void setSilent(boolean silent) {
    lane.settle();
    this.silent = silent;
    lane.wake();
  }

  /**
   * The device answers a setup packet. An answer to one that is no longer waited for is dropped.
   *
   * @param setup the very object that was handed over
   */
  void answer(SetupPacket setup, ControlAnswer answer) {
    if (stage != Stage.WAITING || posted.isEmpty() || posted.peek().setup() != setup) {
      return;
    }
    this.answer = answer;
    if (answer instanceof ControlAnswer.Data bytes) {
      beginDataIn(setup, bytes.bytes());
    } else if (answer instanceof ControlAnswer.Receive && setup.length() > 0) {
      data = new byte[setup.length()];
      stage = Stage.DATA_OUT;
    } else if (answer instanceof ControlAnswer.Stall) {
      stage = Stage.STALLED;
    } else {
      stage = Stage.STATUS;
    }
    lane.wake();
  }

  private void beginDataIn(SetupPacket setup, byte[] bytes) {
    data = bytes;
    dataBytes = Math.min(bytes.length, setup.length());
    // Less than was asked for in whole packets: an empty one has to tell the host (5.5.3).
    emptyPacketDue = dataBytes < setup.length() && dataBytes % MAX_PACKET_BYTES == 0;
    stage = setup.length() == 0 ? Stage.STATUS : Stage.DATA_IN;
  }

  @Override
  public Next next() {
    if (posted.isEmpty()) {
      return Next.NOTHING;
    }
    if (silent) {
      return Next.REFUSAL;
    }
    return switch (stage) {
      case SETUP -> Next.SETUP;
      case WAITING -> Next.NOTHING;
      case DATA_IN, DATA_OUT -> Next.DATA;
      case STATUS -> Next.STATUS;
      case STALLED -> Next.REFUSAL;
    };
  }

  @Override
  public int movablePackets() {
    return switch (next()) {
      case NOTHING -> 0;
      case SETUP, STATUS, REFUSAL -> 1;
      case DATA ->
          (remaining() + MAX_PACKET_BYTES - 1) / MAX_PACKET_BYTES + (emptyPacketDue ? 1 : 0);
    };
  }

  private int remaining() {
    var transfer = posted.peek();
    int all = stage == Stage.DATA_IN ? dataBytes : transfer.length();
    return all - transfer.movedBytes();
  }

  @Override
  public int bytesOf(int packets) {
    return switch (next()) {
      case SETUP -> SetupPacket.LENGTH;
      case DATA -> Math.min(packets * MAX_PACKET_BYTES, remaining());
      case NOTHING, STATUS, REFUSAL -> 0;
    };
  }

  @Override
  public int maxPacketBytes() {
    return MAX_PACKET_BYTES;
  }

  @Override
  public void move(int packets) {
    var transfer = posted.peek();
    switch (stage) {
      case SETUP -> {
        stage = Stage.WAITING;
        emptyPacketDue = false;
        handler.setup(transfer.setup());
      }
      case DATA_IN -> moveIn(transfer, packets);
      case DATA_OUT -> moveOut(transfer, packets);
      case STATUS -> {
        posted.poll();
        stage = Stage.SETUP;
        hostSide.succeeded(transfer.setup());
        if (answer instanceof ControlAnswer.Done done) {
          done.afterStatus().run();
        }
        end(transfer, Transfer.Status.OK);
      }
      case WAITING, STALLED -> throw new IllegalStateException("nothing to move");
    }
    lane.wake();
  }

  private void moveIn(ControlTransfer transfer, int packets) {
    int bytes = bytesOf(packets);
    transfer
        .buffer()
        .setBytes(
            transfer.bufferIndex() + transfer.movedBytes(), data, transfer.movedBytes(), bytes);
    transfer.moved(bytes);
    if (bytes < packets * MAX_PACKET_BYTES) {
      emptyPacketDue = false;
    }
    if (remaining() == 0 && !emptyPacketDue) {
      stage = Stage.STATUS;
    }
  }

  private void moveOut(ControlTransfer transfer, int packets) {
    int bytes = bytesOf(packets);
    transfer
        .buffer()
        .getBytes(
            transfer.bufferIndex() + transfer.movedBytes(), data, transfer.movedBytes(), bytes);
    transfer.moved(bytes);
    if (remaining() == 0) {
      answer = ((ControlAnswer.Receive) answer).then().apply(data);
      stage = answer instanceof ControlAnswer.Stall ? Stage.STALLED : Stage.STATUS;
    }
  }

  @Override
  public void refuse() {
    stage = Stage.SETUP;
    end(posted.poll(), silent ? Transfer.Status.NO_RESPONSE : Transfer.Status.STALL);
    lane.wake();
  }

  private void end(ControlTransfer transfer, Transfer.Status how) {
    transfer.end(how);
    bus.announceToHost(transfer.announcement());
  }
}
