package dev.umsim.sim.usbredir;

import static java.util.Objects.requireNonNull;

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
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a usb-guest, which is given one device whenever that is free.
 *
 * <pre>
 *   HELLO --hello--> HEADER --> BODY --> DATA --> HEADER ...
 *
 *   WAITING --free--> CONNECTED --unplugged--> DISCONNECTING --ack--> WAITING
 * </pre>
 *
 * <p>Whoever breaks the protocol is told of once and loses the connection.
 */
final class UsbRedirConnection implements StreamReader.Protocol, Client {
  private enum Piece {
    HELLO_HEADER,
    HELLO,
    HEADER,
    BODY,
    DATA,
    DROPPED_DATA
  }

  /** A peer that says no hello may stay so long. */
  static final long SILENCE_SECONDS = 10;

  private final DeviceService service;
  private final ExportedDevice device;
  private final String version;
  private final StreamReader reader = new StreamReader(this);
  private final Runnable offer = this::offer;
  private final ByteBuf bytes = Unpooled.buffer(MessageBodies.MOST_SMALL_BYTES);
  private Piece piece = Piece.HELLO_HEADER;

  @SuppressWarnings("NullAway.Init")
  private ChannelHandlerContext context;

  @SuppressWarnings("NullAway.Init")
  private String name;

  @SuppressWarnings("NullAway.Init")
  private MessageWriter writer;

  @SuppressWarnings("NullAway.Init")
  private MessageHeader header;

  private @Nullable GuestRequests requests;
  private @Nullable ByteBuf frame;
  private boolean acknowledgementDue;
  private @Nullable Future<?> silence;
  private @Nullable String end;

  UsbRedirConnection(DeviceService service, ExportedDevice device, String version) {
    this.service = service;
    this.device = device;
    this.version = version;
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
                () -> giveUp("said no hello in " + SILENCE_SECONDS + " s"),
                SILENCE_SECONDS,
                TimeUnit.SECONDS);
    MessageWriter.hello(context, new Hello(version, Capability.OURS));
    reader.expect(bytes, 0, MessageHeader.SHORT_LENGTH);
  }

  @Override
  public void received() {
    try {
      switch (piece) {
        case HELLO_HEADER -> helloAnnounced(MessageHeader.decode(bytes, 0, false));
        case HELLO -> greeted(Hello.decode(bytes, 0));
        case HEADER -> announced(MessageHeader.decode(bytes, 0, writer.longIds()));
        case BODY -> body();
        case DATA -> {
          var complete = frame;
          frame = null;
          carryOut(complete);
        }
        case DROPPED_DATA -> expectHeader();
      }
    } catch (MalformedMessageException e) {
      giveUp(e.getMessage());
    }
  }

  private void helloAnnounced(MessageHeader header) throws MalformedMessageException {
    if (header.type() != MessageType.HELLO) {
      throw new MalformedMessageException("began with " + header.type() + " and no hello");
    }
    MessageBodies.requireHello(header.length());
    // A peer of the first version has no capabilities.
    bytes.setZero(0, bytes.capacity());
    piece = Piece.HELLO;
    reader.expect(bytes, 0, header.length());
  }

  private void greeted(Hello hello) {
    requireNonNull(silence).cancel(false);
    writer = new MessageWriter(context, Capability.OURS & hello.capabilities());
    expectHeader();
    offer();
  }

  /** Gives the device to the guest, now if it is free and otherwise as soon as it is. */
  private void offer() {
    if (end != null || requests != null || acknowledgementDue) {
      return;
    }
    var attachment = device.attach(this);
    if (attachment.isEmpty()) {
      device.whenFree(offer);
      return;
    }
    requests = new GuestRequests(attachment.get(), writer);
    writer.device(requireNonNull(device.description()));
  }

  private void expectHeader() {
    piece = Piece.HEADER;
    reader.expect(bytes, 0, writer.headerLength());
  }

  private void announced(MessageHeader header) throws MalformedMessageException {
    this.header = header;
    int length = MessageBodies.fixedLength(header, writer.capabilities());
    if (length > 0) {
      piece = Piece.BODY;
      reader.expect(bytes, 0, length);
    } else {
      body();
    }
  }

  private void body() throws MalformedMessageException {
    int data = MessageBodies.dataLength(header, bytes, writer.capabilities());
    if (data > Attachment.MOST_TRANSFER_BYTES || data < 0) {
      throw new MalformedMessageException(
          "announced " + Integer.toUnsignedString(data) + " bytes of data");
    }
    if (data > 0 && requests == null) {
      // It was sent before the guest knew that the device has gone; nobody needs it.
      piece = Piece.DROPPED_DATA;
      reader.expectNothingOf(data);
    } else if (data > 0) {
      frame = context.alloc().directBuffer(MessageBodies.FRAME_ROOM + data);
      piece = Piece.DATA;
      reader.expect(frame, MessageBodies.FRAME_ROOM, data);
    } else {
      carryOut(null);
    }
  }

  /** The message is complete; its data, if it has any, stands in the frame. */
  private void carryOut(@Nullable ByteBuf frame) throws MalformedMessageException {
    expectHeader();
    if (header.type() == MessageType.DEVICE_DISCONNECT_ACK) {
      acknowledgementDue = false;
      offer();
    } else if (requests != null) {
      requests.carryOut(header, bytes, frame);
      // It is no more than a guest may have under way.
      reader.spend(MessageBodies.wantedLength(header, bytes, writer.capabilities()));
    }
  }

  @Override
  public void completed(ClientTransfer ended) {
    if (requests == null) {
      ended.frame().release();
    } else {
      requests.completed(ended);
    }
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
    return requests != null;
  }

  @Override
  public void deviceGone() {
    requests = null;
    if (frame != null) {
      releaseFrame();
      reader.drop();
      piece = Piece.DROPPED_DATA;
    }
    acknowledgementDue = Capability.DEVICE_DISCONNECT_ACK.in(writer.capabilities());
    writer.empty(MessageType.DEVICE_DISCONNECT, 0);
    context.flush();
    if (!acknowledgementDue) {
      device.whenFree(offer);
    }
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

  @Override
  public void giveUp(String why) {
    if (end == null) {
      service.tell(new ServiceEvent.Problem(name, why));
    }
    end = why;
    reader.stop();
    context.close();
  }

  @Override
  public void closed() {
    var why = end == null ? "the guest closed the connection" : end;
    end = why;
    device.forget(offer);
    if (silence != null) {
      silence.cancel(false);
    }
    if (frame != null) {
      releaseFrame();
    }
    if (requests != null) {
      requests.attachment().detach(why);
    }
  }

  private void releaseFrame() {
    requireNonNull(frame).release();
    frame = null;
  }
}
