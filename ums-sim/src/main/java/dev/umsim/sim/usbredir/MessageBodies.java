package dev.umsim.sim.usbredir;

import io.netty.buffer.ByteBuf;

/** How long the parts of each message are that a guest may send. */
final class MessageBodies {
  /** The longest header or body that is not data. */
  static final int MOST_SMALL_BYTES = 1024;

  /** Room in front of data for the header and the body of the answer. */
  static final int FRAME_ROOM = MessageHeader.LONG_LENGTH + BulkPacket.LONG_LENGTH;

  private static final int SHORTEST_HELLO = 64;

  private MessageBodies() {}

  static void requireHello(int length) throws MalformedMessageException {
    if (length < SHORTEST_HELLO || length > MOST_SMALL_BYTES) {
      throw new MalformedMessageException(
          "sent a hello of " + Integer.toUnsignedString(length) + " bytes");
    }
  }

  /** Bytes between the header and the data; what has no data has to have just so many. */
  static int fixedLength(MessageHeader header, int capabilities) throws MalformedMessageException {
    return switch (header.type()) {
      case RESET, GET_CONFIGURATION, CANCEL_DATA_PACKET, FILTER_REJECT, DEVICE_DISCONNECT_ACK ->
          exactly(header, 0);
      case SET_CONFIGURATION,
          GET_ALTERNATE_SETTING,
          START_INTERRUPT_RECEIVING,
          STOP_INTERRUPT_RECEIVING ->
          exactly(header, 1);
      case SET_ALTERNATE_SETTING -> exactly(header, 2);
      case FILTER_FILTER -> atMost(header, MOST_SMALL_BYTES);
      case CONTROL_PACKET -> atLeast(header, ControlPacket.LENGTH);
      case BULK_PACKET ->
          atLeast(
              header, BulkPacket.wireLength(Capability.BULK_LENGTH_OF_32_BITS.in(capabilities)));
      case HELLO,
          DEVICE_CONNECT,
          DEVICE_DISCONNECT,
          INTERFACE_INFO,
          ENDPOINT_INFO,
          CONFIGURATION_STATUS,
          ALTERNATE_SETTING_STATUS,
          INTERRUPT_RECEIVING_STATUS ->
          throw new MalformedMessageException("sent " + header.type() + ", which is not its part");
    };
  }

  private static int exactly(MessageHeader header, int length) throws MalformedMessageException {
    if (header.length() != length) {
      throw wrong(header);
    }
    return length;
  }

  private static int atMost(MessageHeader header, int length) throws MalformedMessageException {
    if (Integer.compareUnsigned(header.length(), length) > 0) {
      throw wrong(header);
    }
    return header.length();
  }

  private static int atLeast(MessageHeader header, int length) throws MalformedMessageException {
    if (Integer.compareUnsigned(header.length(), length) < 0) {
      throw wrong(header);
    }
    return length;
  }

  private static MalformedMessageException wrong(MessageHeader header) {
    return new MalformedMessageException(
        "sent "
            + header.type()
            + " with "
            + Integer.toUnsignedString(header.length())
            + " bytes behind its header");
  }

  /** Bytes of data behind the body, which have to be those that the body speaks of. */
  static int dataLength(MessageHeader header, ByteBuf body, int capabilities)
      throws MalformedMessageException {
    if (header.type() == MessageType.CONTROL_PACKET) {
      var packet = ControlPacket.decode(body, 0);
      int data = (packet.endpoint() & 0x80) == 0 ? packet.setup().length() : 0;
      return ofAnnounced(header, ControlPacket.LENGTH, data);
    }
    if (header.type() == MessageType.BULK_PACKET) {
      boolean longLength = Capability.BULK_LENGTH_OF_32_BITS.in(capabilities);
      var packet = BulkPacket.decode(body, 0, longLength);
      int data = (packet.endpoint() & 0x80) == 0 ? packet.length() : 0;
      return ofAnnounced(header, BulkPacket.wireLength(longLength), data);
    }
    return 0;
  }

  /** Bytes that the guest wants to have, which take memory as well. */
  static int wantedLength(MessageHeader header, ByteBuf body, int capabilities) {
    if (header.type() == MessageType.CONTROL_PACKET) {
      return ControlPacket.decode(body, 0).setup().length();
    }
    return header.type() == MessageType.BULK_PACKET
        ? BulkPacket.decode(body, 0, Capability.BULK_LENGTH_OF_32_BITS.in(capabilities)).length()
        : 0;
  }

  private static int ofAnnounced(MessageHeader header, int bodyLength, int data)
      throws MalformedMessageException {
    if (header.length() - bodyLength != data) {
      throw wrong(header);
    }
    return data;
  }
}
