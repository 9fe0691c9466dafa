package dev.umsim.sim.usbip;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.serve.Attachment;
import dev.umsim.sim.serve.Client;
import dev.umsim.sim.serve.ClientTransfer;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.PeerName;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.serve.StreamReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one connection: first operations, and after an import transfers.
 *
 * <pre>
 *   OPERATION --import--> BUS_ID --found--> MESSAGE --submit with data--> DATA --complete--> MESSAGE
 * </pre>
 *
 * <p>Whoever breaks the protocol is told of once and loses the connection. What a peer sends is not
 * read while it does not read what it is sent.
 */
final class UsbIpConnection implements StreamReader.Protocol, Client {
  /** A peer that has no device may stay so long. */
  static final long SILENCE_SECONDS = 10;

  private enum Piece {
    OPERATION,
    BUS_ID,
    MESSAGE,
    DATA
  }

  private final DeviceService service;
  private final StreamReader reader = new StreamReader(this);
  private final ByteBuf header = Unpooled.buffer(TransferMessage.LENGTH);
  private final LongObjectHashMap<TransferMessage.Unlink> unlinks = new LongObjectHashMap<>();
  private Piece piece = Piece.OPERATION;

  @SuppressWarnings("NullAway.Init")
  private ChannelHandlerContext context;

  @SuppressWarnings("NullAway.Init")
  private String name;

  private @Nullable Attachment attachment;
  private int deviceId;

  @SuppressWarnings("NullAway.Init")
  private TransferMessage.Submit submit;

  private @Nullable ByteBuf frame;
  private @Nullable Future<?> silence;
  private @Nullable String end;

  UsbIpConnection(DeviceService service) {
    this.service = service;
  }

  StreamReader reader() {
    return reader;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void opened(ChannelHandlerContext context) {
    this.context = context;
    name = PeerName.of(context.channel());
    silence =
        service
            .loop()
            .schedule(
                () -> giveUp("asked for no device in " + SILENCE_SECONDS + " s"),
                SILENCE_SECONDS,
                TimeUnit.SECONDS);
    expectOperation();
  }

  private void expectOperation() {
    piece = Piece.OPERATION;
    reader.expect(header, 0, Operation.LENGTH);
  }

  private void expectMessage() {
    piece = Piece.MESSAGE;
    reader.expect(header, 0, TransferMessage.LENGTH);
  }

  @Override
  public void received() {
    try {
      switch (piece) {
        case OPERATION -> operation(Operation.decode(header, 0));
        case BUS_ID -> importDevice(FixedText.decode(header, 0, DeviceRecord.BUS_ID_LENGTH));
        case MESSAGE -> message(TransferMessage.decode(header, 0));
        case DATA -> {
          var complete = frame;
          frame = null;
          submit(requireNonNull(complete));
          expectMessage();
        }
      }
    } catch (MalformedMessageException e) {
      giveUp(e.getMessage());
    }
  }

  private void operation(Operation operation) throws MalformedMessageException {
    switch (operation.code()) {
      case DEVICE_LIST_REQUEST -> {
        var list = deviceList();
        reader.spend(list.readableBytes());
        context.write(list, context.voidPromise());
        expectOperation();
      }
      case IMPORT_REQUEST -> {
        piece = Piece.BUS_ID;
        reader.expect(header, 0, DeviceRecord.BUS_ID_LENGTH);
      }
      case DEVICE_LIST_REPLY, IMPORT_REPLY ->
          throw new MalformedMessageException("sent the reply " + operation.code());
    }
  }

  private ByteBuf deviceList() {
    var there = service.devices().stream().filter(device -> device.description() != null).toList();
    var reply = context.alloc().buffer();
    reply.writeZero(Operation.LENGTH);
    new Operation(Operation.Code.DEVICE_LIST_REPLY, Operation.STATUS_OK).encode(reply, 0);
    reply.writeInt(there.size());
    for (var device : there) {
      var record = DeviceRecord.of(device);
      int at = reply.writerIndex();
      reply.writeZero(DeviceRecord.LENGTH);
      record.encode(reply, at);
      for (var each : requireNonNull(device.description()).configuration().interfaces()) {
        if (each.alternateSetting() == 0) {
          reply.writeByte(each.interfaceClass());
          reply.writeByte(each.subclass());
          reply.writeByte(each.protocol());
          reply.writeByte(0);
        }
      }
    }
    return reply;
  }

  private void importDevice(String busId) {
    var found = service.device(busId).filter(device -> device.description() != null);
    if (found.isEmpty()) {
      refuse(Operation.STATUS_NO_DEVICE, "asked for the device '" + busId + "', which is not here");
      return;
    }
    var device = found.get();
    attachment = device.attach(this).orElse(null);
    if (attachment == null) {
      refuse(Operation.STATUS_BUSY, "asked for the device " + busId + ", which is in use");
      return;
    }
    requireNonNull(silence).cancel(false);
    replyImport(device);
    expectMessage();
  }

  private void replyImport(ExportedDevice device) {
    var record = DeviceRecord.of(device);
    deviceId = record.deviceId();
    int length = Operation.LENGTH + DeviceRecord.LENGTH;
    var reply = context.alloc().buffer(length).writeZero(length);
    new Operation(Operation.Code.IMPORT_REPLY, Operation.STATUS_OK).encode(reply, 0);
    record.encode(reply, Operation.LENGTH);
    context.write(reply, context.voidPromise());
  }

  private void refuse(int status, String why) {
    problem(why);
    var reply = context.alloc().buffer(Operation.LENGTH).writeZero(Operation.LENGTH);
    new Operation(Operation.Code.IMPORT_REPLY, status).encode(reply, 0);
    context.writeAndFlush(reply).addListener(ChannelFutureListener.CLOSE);
  }

  private void message(TransferMessage message) throws MalformedMessageException {
    if (message instanceof TransferMessage.Submit asked) {
      requireDevice(asked.deviceId());
      begin(asked);
    } else if (message instanceof TransferMessage.Unlink asked) {
      requireDevice(asked.deviceId());
      unlink(asked);
      expectMessage();
    } else {
      throw new MalformedMessageException("sent an answer");
    }
  }

  private void requireDevice(int asked) throws MalformedMessageException {
    if (asked != deviceId) {
      throw new MalformedMessageException(
          String.format("spoke of device %08x and has device %08x", asked, deviceId));
    }
  }

  private void begin(TransferMessage.Submit asked) throws MalformedMessageException {
    if (asked.isIsochronous()) {
      throw new MalformedMessageException("asked for an isochronous transfer");
    }
    if (!requireNonNull(attachment).admits(number(asked.sequenceNumber()), asked.length())) {
      throw new MalformedMessageException(
          "asked for "
              + Integer.toUnsignedString(asked.length())
              + " bytes more than it may have under way, or used a number twice");
    }
    submit = asked;
    reader.spend(asked.length());
    frame = context.alloc().directBuffer(TransferMessage.LENGTH + asked.length());
    if (asked.direction() == Direction.OUT && asked.length() > 0) {
      piece = Piece.DATA;
      reader.expect(frame, TransferMessage.LENGTH, asked.length());
    } else {
      var complete = frame;
      frame = null;
      submit(requireNonNull(complete));
      expectMessage();
    }
  }

  /** Numbers of the wire are unsigned. */
  private static long number(int sequenceNumber) {
    return Integer.toUnsignedLong(sequenceNumber);
  }

  private void submit(ByteBuf frame) {
    long number = number(submit.sequenceNumber());
    if (submit.endpoint() != 0) {
      int address = submit.endpoint() | (submit.direction() == Direction.IN ? 0x80 : 0);
      requireNonNull(attachment)
          .submitBulk(number, address, frame, TransferMessage.LENGTH, submit.length());
      return;
    }
    var setup = submit.setup();
    boolean fits =
        setup.length() == submit.length()
            && (setup.length() == 0 || setup.direction() == submit.direction());
    if (!fits) {
      answer(frame, submit.sequenceNumber(), -ErrorNumber.INVALID, 0);
    } else if (StandardRequest.SET_ADDRESS.is(setup)) {
      // The address of a device that is attached here is the server's own business.
      answer(frame, submit.sequenceNumber(), 0, 0);
    } else if (PortReset.is(setup)) {
      requireNonNull(attachment).reset();
      answer(frame, submit.sequenceNumber(), 0, 0);
    } else {
      if (StandardRequest.SET_CONFIGURATION.is(setup)) {
        requireNonNull(attachment).cancelBulk();
      }
      requireNonNull(attachment).submitControl(number, setup, frame, TransferMessage.LENGTH);
    }
  }

  private void unlink(TransferMessage.Unlink asked) {
    long victim = number(asked.victim());
    if (unlinks.containsKey(victim) || !requireNonNull(attachment).cancel(victim)) {
      answerUnlink(asked, 0);
    } else {
      unlinks.put(victim, asked);
    }
  }

  @Override
  public void completed(ClientTransfer ended) {
    var transfer = ended.transfer();
    var unlink = unlinks.isEmpty() ? null : unlinks.remove(ended.number());
    if (unlink != null && transfer.status() == Transfer.Status.CANCELLED) {
      ended.frame().release();
      answerUnlink(unlink, -ErrorNumber.CONNECTION_RESET);
      return;
    }
    int data = ended.direction() == Direction.IN ? transfer.movedBytes() : 0;
    answer(
        ended.frame().writerIndex(TransferMessage.LENGTH + data),
        (int) ended.number(),
        ErrorNumber.of(transfer.status()),
        transfer.movedBytes());
    if (unlink != null) {
      answerUnlink(unlink, 0);
    }
  }

  private void answer(ByteBuf frame, int sequenceNumber, int status, int actualLength) {
    new TransferMessage.Submitted(
            sequenceNumber, status, actualLength, 0, TransferMessage.NOT_ISOCHRONOUS, 0)
        .encode(frame, 0);
    frame.writerIndex(Math.max(frame.writerIndex(), TransferMessage.LENGTH));
    context.write(frame, context.voidPromise());
  }

  private void answerUnlink(TransferMessage.Unlink asked, int status) {
    var reply = context.alloc().buffer(TransferMessage.LENGTH).writeZero(TransferMessage.LENGTH);
    new TransferMessage.Unlinked(asked.sequenceNumber(), status).encode(reply, 0);
    context.write(reply, context.voidPromise());
  }

  @Override
  public void flush() {
    context.flush();
  }

  @Override
  public void turnEnded() {
    context.flush();
  }

  @Override
  public boolean hasDevice() {
    return attachment != null;
  }

  @Override
  public void deviceGone() {
    end = "the device was unplugged";
    reader.stop();
    context.close();
  }

  @Override
  public void writabilityChanged() {
    if (context.channel().isWritable()) {
      reader.resume();
    } else {
      reader.pause();
    }
  }

  @Override
  public void failed(Throwable cause) {
    if (cause instanceof IOException) {
      end = cause.getMessage();
      context.close();
    } else {
      giveUp("failed by a fault of this program: " + cause);
    }
  }

  /** The peer is told of once, and loses the connection. */
  @Override
  public void giveUp(String why) {
    problem(why);
    end = why;
    reader.stop();
    context.close();
  }

  private void problem(String why) {
    if (end == null) {
      service.tell(new ServiceEvent.Problem(name, why));
    }
  }

  @Override
  public void closed() {
    if (silence != null) {
      silence.cancel(false);
    }
    if (frame != null) {
      frame.release();
      frame = null;
    }
    if (attachment != null) {
      attachment.detach(end == null ? "the host closed the connection" : end);
    }
  }
}
