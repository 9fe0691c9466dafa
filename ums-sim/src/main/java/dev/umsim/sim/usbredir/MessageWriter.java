package dev.umsim.sim.usbredir;

import dev.umsim.sim.serve.DeviceDescription;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** Writes messages in the form that both sides have agreed on. */
final class MessageWriter {
  private final ChannelHandlerContext context;
  private final int capabilities;
  private final boolean longIds;
  private final boolean longLengths;

  /**
   * @param capabilities what both sides can do
   */
  MessageWriter(ChannelHandlerContext context, int capabilities) {
    this.context = context;
    this.capabilities = capabilities;
    longIds = Capability.IDS_OF_64_BITS.in(capabilities);
    longLengths = Capability.BULK_LENGTH_OF_32_BITS.in(capabilities);
  }

  /** The first message, whose form is always the same. */
  static void hello(ChannelHandlerContext context, Hello hello) {
    int length = MessageHeader.SHORT_LENGTH + Hello.LENGTH;
    var message = context.alloc().buffer(length).writeZero(length);
    new MessageHeader(MessageType.HELLO, Hello.LENGTH, 0).encode(message, 0, false);
    hello.encode(message, MessageHeader.SHORT_LENGTH);
    context.writeAndFlush(message);
  }

  int capabilities() {
    return capabilities;
  }

  boolean longIds() {
    return longIds;
  }

  boolean longLengths() {
    return longLengths;
  }

  int headerLength() {
    return longIds ? MessageHeader.LONG_LENGTH : MessageHeader.SHORT_LENGTH;
  }

  /** A message without a body. */
  void empty(MessageType type, long id) {
    write(begin(type, 0, id));
  }

  /** A message of a few bytes. */
  void small(MessageType type, long id, int... body) {
    var message = begin(type, body.length, id);
    for (int each : body) {
      message.writeByte(each);
    }
    write(message);
  }

  /** All that presents a device to the guest. */
  void device(DeviceDescription description) {
    layout(description);
    int length = DeviceMessages.deviceConnectLength(capabilities);
    write(
        new DeviceMessages(description)
            .appendDeviceConnect(begin(MessageType.DEVICE_CONNECT, length, 0), capabilities));
    context.flush();
  }

  /** Its interfaces and endpoints. */
  void layout(DeviceDescription description) {
    var messages = new DeviceMessages(description);
    write(
        messages.appendInterfaceInfo(
            begin(MessageType.INTERFACE_INFO, DeviceMessages.interfaceInfoLength(), 0)));
    int length = DeviceMessages.endpointInfoLength(capabilities);
    write(messages.appendEndpointInfo(begin(MessageType.ENDPOINT_INFO, length, 0), capabilities));
  }

  private ByteBuf begin(MessageType type, int bodyLength, long id) {
    var message = context.alloc().buffer(headerLength() + bodyLength).writeZero(headerLength());
    new MessageHeader(type, bodyLength, id).encode(message, 0, longIds);
    return message;
  }

  /**
   * The answer to a request on endpoint 0, in the frame that holds the data behind {@link
   * MessageBodies#FRAME_ROOM}.
   *
   * @param dataLength bytes of data to be sent along
   */
  void control(ByteBuf frame, long id, ControlPacket packet, int dataLength) {
    int start = MessageBodies.FRAME_ROOM - ControlPacket.LENGTH - headerLength();
    new MessageHeader(MessageType.CONTROL_PACKET, ControlPacket.LENGTH + dataLength, id)
        .encode(frame, start, longIds);
    packet.encode(frame, start + headerLength());
    write(frame.setIndex(start, MessageBodies.FRAME_ROOM + dataLength));
  }

  /** The answer to a bulk transfer, likewise. */
  void bulk(ByteBuf frame, long id, BulkPacket packet, int dataLength) {
    int bodyLength = BulkPacket.wireLength(longLengths);
    int start = MessageBodies.FRAME_ROOM - bodyLength - headerLength();
    new MessageHeader(MessageType.BULK_PACKET, bodyLength + dataLength, id)
        .encode(frame, start, longIds);
    packet.encode(frame, start + headerLength(), longLengths);
    write(frame.setIndex(start, MessageBodies.FRAME_ROOM + dataLength));
  }

  private void write(ByteBuf message) {
    context.write(message, context.voidPromise());
  }

  /** A frame for so many bytes of data. */
  ByteBuf frame(int dataLength) {
    return context.alloc().directBuffer(MessageBodies.FRAME_ROOM + dataLength);
  }
}
