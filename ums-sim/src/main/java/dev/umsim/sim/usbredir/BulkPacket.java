package dev.umsim.sim.usbredir;

import io.netty.buffer.ByteBuf;

/**
 * What opens a bulk transfer and its answer, before the data.
 *
 * @param endpoint its address, b7 set for IN
 * @param length bytes asked for, offered or moved, unsigned
 * @param stream 0 but for SuperSpeed streams
 */
record BulkPacket(int endpoint, PacketStatus status, int length, int stream) {
  /** Bytes on the wire where lengths have 16 bits. */
  static final int SHORT_LENGTH = 8;

  /** Bytes on the wire where lengths have 32 bits. */
  static final int LONG_LENGTH = 10;

  static int wireLength(boolean longLength) {
    return longLength ? LONG_LENGTH : SHORT_LENGTH;
  }

  static BulkPacket decode(ByteBuf in, int index, boolean longLength) {
    int high = longLength ? in.getUnsignedShortLE(index + 8) : 0;
    return new BulkPacket(
        in.getUnsignedByte(index),
        PacketStatus.SUCCESS,
        high << 16 | in.getUnsignedShortLE(index + 2),
        in.getIntLE(index + 4));
  }

  void encode(ByteBuf out, int index, boolean longLength) {
    out.setByte(index, endpoint);
    out.setByte(index + 1, status.ordinal());
    out.setShortLE(index + 2, length);
    out.setIntLE(index + 4, stream);
    if (longLength) {
      out.setShortLE(index + 8, length >>> 16);
    }
  }
}
