package dev.umsim.sim.usbredir;

import io.netty.buffer.ByteBuf;

/**
 * What opens each message: its type, the bytes behind it, and an id that its answer bears too.
 *
 * @param length bytes that follow, unsigned
 */
record MessageHeader(MessageType type, int length, long id) {
  /** Bytes on the wire where ids have 32 bits, as that of a hello always has. */
  static final int SHORT_LENGTH = 12;

  /** Bytes on the wire where ids have 64 bits. */
  static final int LONG_LENGTH = 16;

  static MessageHeader decode(ByteBuf in, int index, boolean longId)
      throws MalformedMessageException {
    return new MessageHeader(
        MessageType.of(in.getIntLE(index)),
        in.getIntLE(index + 4),
        longId ? in.getLongLE(index + 8) : in.getUnsignedIntLE(index + 8));
  }

  void encode(ByteBuf out, int index, boolean longId) {
    out.setIntLE(index, type.number());
    out.setIntLE(index + 4, length);
    if (longId) {
      out.setLongLE(index + 8, id);
    } else {
      out.setIntLE(index + 8, (int) id);
    }
  }
}
