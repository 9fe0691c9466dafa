package dev.umsim.sim.usbip;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.serve.PeerName;
import dev.umsim.sim.serve.StreamReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.concurrent.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of one connection: it imports one device, and carries its transfers from then
 * on until either side ends it.
 *
 * <p>A transfer that is given up ends when the server has said so, since its memory is in use until
 * then. A server that does not say so in time counts as gone.
 */
final class UsbIpChannel implements StreamReader.Protocol {
  private enum Piece {
    REPLY,
    DEVICE,
    MESSAGE,
    DATA
  }

  private final EventLoop loop;
  private final Patience patience;
  private final String server;
  private final String busId;
  private final ReadyRing ready;
  private final Runnable onGone;
  private final Promise<DeviceRecord> imported;
  private final StreamReader reader = new StreamReader(this);
  private final ByteBuf header = Unpooled.buffer(DeviceRecord.LENGTH);
  private final IntObjectHashMap<PendingTransfer> onWire = new IntObjectHashMap<>();
  private final IntObjectHashMap<PendingTransfer> unlinks = new IntObjectHashMap<>();

  /** By endpoint address: transfers that are not completely on the wire, in their order. */
  private final IntObjectHashMap<ArrayDeque<PendingTransfer>> waiting = new IntObjectHashMap<>();

  private @Nullable ChannelHandlerContext context;
  private Piece piece = Piece.REPLY;
  private volatile @Nullable Speed speed;
  private int deviceId;
  private int lastNumber;
  private @Nullable PendingTransfer arriving;

  @SuppressWarnings("NullAway.Init")
  private TransferMessage.Submitted arrivingMessage;

  private boolean gone;

  /** Why the server was given up; null if it was not. */
  @SuppressWarnings("NullAway.Init")
  private UnreachableDeviceException lost;

  /**
   * @param onGone told when a device that was imported is gone, but not by {@link #abandon}
   */
  UsbIpChannel(
      EventLoop loop,
      Patience patience,
      String server,
      String busId,
      ReadyRing ready,
      Runnable onGone) {
    this.loop = loop;
    this.patience = patience;
    this.server = server;
    this.busId = busId;
    this.ready = ready;
    this.onGone = onGone;
    imported = loop.newPromise();
  }

  EventLoop loop() {
    return loop;
  }

  String server() {
    return server;
  }

  StreamReader reader() {
    return reader;
  }

  /** The device, once the server has given it. */
  Promise<DeviceRecord> imported() {
    return imported;
  }

  /** Of the device, once it is imported. */
  Speed speed() {
    return requireNonNull(speed);
  }

  boolean isGone() {
    return gone;
  }

  /** Whether the device is as the import left it, which is a reset too. */
  boolean isUntouched() {
    return lastNumber == 0;
  }

  void notConnected(Throwable cause) {
    lose(server + " cannot be reached: " + PeerName.reason(cause));
  }

  /** The server has had its time to give the device. */
  void notImported() {
    lose(server + " does not answer; is it a USB/IP server?");
  }

  @Override
  public void opened(ChannelHandlerContext context) {
    this.context = context;
    int length = Operation.LENGTH + DeviceRecord.BUS_ID_LENGTH;
    var request = context.alloc().buffer(length).writeZero(length);
    new Operation(Operation.Code.IMPORT_REQUEST, Operation.STATUS_OK).encode(request, 0);
    FixedText.encode(busId, request, Operation.LENGTH, DeviceRecord.BUS_ID_LENGTH);
    context.writeAndFlush(request);
    reader.expect(header, 0, Operation.LENGTH);
  }

  @Override
  public void received() {
    try {
      switch (piece) {
        case REPLY -> replied(Operation.decode(header, 0));
        case DEVICE -> importDevice(DeviceRecord.decode(header, 0));
        case MESSAGE -> message(TransferMessage.decode(header, 0));
        case DATA -> {
          pieceMoved();
          expectMessage();
        }
      }
    } catch (MalformedMessageException e) {
      lose(server + " does not keep to USB/IP: " + e.getMessage());
    }
  }

  private void replied(Operation reply) throws MalformedMessageException {
    if (reply.code() != Operation.Code.IMPORT_REPLY) {
      throw new MalformedMessageException("it answered the import with " + reply.code());
    }
    switch (reply.status()) {
      case Operation.STATUS_OK -> {
        piece = Piece.DEVICE;
        reader.expect(header, 0, DeviceRecord.LENGTH);
      }
      case Operation.STATUS_NO_DEVICE, Operation.STATUS_NOT_AVAILABLE ->
          lose(server + " has no device " + busId + "; see: ums list targets " + server);
      case Operation.STATUS_BUSY ->
          lose(
              new UnreachableDeviceException(
                  server + " has given device " + busId + " to another host; detach it there",
                  true));
      default ->
          lose(server + " does not give device " + busId + ", with status " + reply.status());
    }
  }

  private void importDevice(DeviceRecord record) throws MalformedMessageException {
    speed = record.speed();
    deviceId = record.deviceId();
    imported.trySuccess(record);
    expectMessage();
  }

  private void expectMessage() {
    piece = Piece.MESSAGE;
    reader.expect(header, 0, TransferMessage.LENGTH);
  }

  private void message(TransferMessage message) throws MalformedMessageException {
    if (message instanceof TransferMessage.Submitted submitted) {
      submitted(submitted);
    } else if (message instanceof TransferMessage.Unlinked unlinked) {
      unlinked(unlinked);
      expectMessage();
    } else {
      throw new MalformedMessageException("it sent a command");
    }
  }

  private void submitted(TransferMessage.Submitted message) throws MalformedMessageException {
    arriving = onWire.remove(message.sequenceNumber());
    arrivingMessage = message;
    if (arriving == null) {
      throw new MalformedMessageException(
          "it answered a transfer that is not under way, "
              + Integer.toUnsignedString(message.sequenceNumber()));
    }
    int length = message.actualLength();
    if (length < 0 || length > arriving.pieceBytes()) {
      throw new MalformedMessageException(
          "it moved "
              + Integer.toUnsignedString(length)
              + " bytes where "
              + arriving.pieceBytes()
              + " were asked for");
    }
    if (arriving.direction() == Direction.IN && length > 0) {
      piece = Piece.DATA;
      reader.expect(arriving.transfer().buffer(), arriving.pieceIndex(), length);
    } else {
      pieceMoved();
      expectMessage();
    }
  }

  private void pieceMoved() {
    var moved = arriving;
    arriving = null;
    requireNonNull(moved).pieceEnded();
    boolean whole = arrivingMessage.actualLength() == moved.pieceBytes();
    boolean more = moved.hasMore();
    moved.transfer().moved(arrivingMessage.actualLength());
    var status = ErrorNumber.statusOf(arrivingMessage.status());
    if (!more || !whole || status != Transfer.Status.OK || moved.cancelAsked()) {
      waitingAt(moved.endpointAddress()).remove(moved);
      end(moved, more && moved.cancelAsked() ? Transfer.Status.CANCELLED : status);
    }
    pump(moved.endpointAddress());
  }

  private void unlinked(TransferMessage.Unlinked message) throws MalformedMessageException {
    var victim = unlinks.remove(message.sequenceNumber());
    if (victim == null) {
      throw new MalformedMessageException("it answered an unlink that was not asked for");
    }
    // Without an error it has been answered as usual before, or is about to be.
    if (message.status() != 0 && onWire.remove(victim.sequenceNumber()) != null) {
      victim.pieceEnded();
      waitingAt(victim.endpointAddress()).remove(victim);
      end(victim, Transfer.Status.CANCELLED);
      pump(victim.endpointAddress());
    }
  }

  void submit(Transfer transfer) {
    var pending = new PendingTransfer(transfer);
    if (gone) {
      end(pending, Transfer.Status.DISCONNECTED);
      return;
    }
    waitingAt(pending.endpointAddress()).add(pending);
    pump(pending.endpointAddress());
  }

  private ArrayDeque<PendingTransfer> waitingAt(int endpointAddress) {
    return waiting.computeIfAbsent(endpointAddress, each -> new ArrayDeque<>());
  }

  /** Sends what may be sent to an endpoint: behind a transfer with more pieces, nothing. */
  private void pump(int endpointAddress) {
    var queue = waitingAt(endpointAddress);
    while (!gone && !queue.isEmpty() && !queue.peek().onWire()) {
      var pending = queue.peek();
      send(pending);
      if (!pending.hasMore()) {
        queue.poll();
      }
    }
  }

  private void send(PendingTransfer pending) {
    var message = pending.next(++lastNumber, deviceId);
    onWire.put(message.sequenceNumber(), pending);
    write(message);
    if (message.direction() == Direction.OUT && message.length() > 0) {
      requireNonNull(context)
          .write(
              pending.transfer().buffer().retainedSlice(pending.pieceIndex(), message.length()),
              requireNonNull(context).voidPromise());
    }
  }

  private void write(TransferMessage message) {
    var bytes =
        requireNonNull(context)
            .alloc()
            .buffer(TransferMessage.LENGTH)
            .writeZero(TransferMessage.LENGTH);
    message.encode(bytes, 0);
    context.write(bytes, context.voidPromise());
  }

  void flush() {
    if (context != null && !gone) {
      context.flush();
    }
  }

  void cancel(Transfer transfer) {
    if (arriving != null && arriving.transfer() == transfer) {
      cancelArriving();
      return;
    }
    for (var pending : onWire.values()) {
      if (pending.transfer() == transfer) {
        cancel(pending);
        return;
      }
    }
    for (var queue : waiting.values()) {
      for (var pending : new ArrayList<>(queue)) {
        if (pending.transfer() == transfer) {
          queue.remove(pending);
          end(pending, Transfer.Status.CANCELLED);
          return;
        }
      }
    }
  }

  /** Its answer has begun to come, so that it ends by itself unless the server stops within it. */
  private void cancelArriving() {
    if (!requireNonNull(arriving).cancelAsked()) {
      arriving.askCancel();
      loseUnlessEnded(arriving);
    }
  }

  /** Whether or not the server says that it gave the transfer up, the transfer has to end. */
  private void loseUnlessEnded(PendingTransfer pending) {
    loop.schedule(
        () -> {
          if (!gone && !pending.ended()) {
            lose(server + " does not answer any more");
          }
        },
        patience.cancelNanos(),
        TimeUnit.NANOSECONDS);
  }

  private void cancel(PendingTransfer pending) {
    if (pending.cancelAsked()) {
      return;
    }
    pending.askCancel();
    int number = ++lastNumber;
    unlinks.put(number, pending);
    write(new TransferMessage.Unlink(number, deviceId, Direction.OUT, 0, pending.sequenceNumber()));
    loseUnlessEnded(pending);
  }

  void cancelAll() {
    if (arriving != null) {
      cancelArriving();
    }
    for (var queue : waiting.values()) {
      for (var pending : new ArrayList<>(queue)) {
        if (!pending.onWire()) {
          queue.remove(pending);
          end(pending, Transfer.Status.CANCELLED);
        }
      }
    }
    new ArrayList<>(onWire.values()).forEach(this::cancel);
  }

  private void end(PendingTransfer pending, Transfer.Status how) {
    pending.end(how);
    ready.add(pending.transfer().announcement());
  }

  @Override
  public void turnEnded() {
    requireNonNull(context).flush();
  }

  @Override
  public boolean hasDevice() {
    return speed != null && !gone;
  }

  @Override
  public void giveUp(String why) {
    lose(server + " " + why);
  }

  @Override
  public void writabilityChanged() {
    // What waits to be sent is what has been submitted; it is the submitter's own memory.
  }

  @Override
  public void failed(Throwable cause) {
    lose(server + " was lost: " + cause.getMessage());
  }

  @Override
  public void closed() {
    lose(server + " closed the connection");
  }

  private void lose(String why) {
    lose(new UnreachableDeviceException(why));
  }

  private void lose(UnreachableDeviceException why) {
    imported.tryFailure(why);
    if (!gone) {
      lost = why;
    }
    close();
  }

  /** Why the server was given up, if it was. */
  Optional<UnreachableDeviceException> lost() {
    return Optional.ofNullable(lost);
  }

  /** Ends the connection: all that is under way is disconnected. */
  void close() {
    end(Transfer.Status.DISCONNECTED);
  }

  /** Ends the connection for another one: all that is under way counts as given up. */
  void abandon() {
    end(Transfer.Status.CANCELLED);
  }

  private void end(Transfer.Status how) {
    if (gone) {
      return;
    }
    gone = true;
    reader.stop();
    if (context != null) {
      context.close();
    }
    if (arriving != null) {
      endOnce(arriving, how);
    }
    onWire.values().forEach(pending -> endOnce(pending, how));
    onWire.clear();
    waiting.values().forEach(queue -> queue.forEach(pending -> endOnce(pending, how)));
    waiting.clear();
    unlinks.clear();
    if (how == Transfer.Status.DISCONNECTED && imported.isSuccess()) {
      onGone.run();
    }
  }

  private void endOnce(PendingTransfer pending, Transfer.Status how) {
    if (!pending.ended()) {
      end(pending, how);
    }
  }
}
