package dev.umsim.sim.usbredir;

import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;

/**
 * What opens a request to endpoint 0 and its answer, before the data.
 *
 * @param endpoint 00, or 80 where the data goes to the host
 * @param setup in the answer, its length is that of the data that has gone over
 */
record ControlPacket(int endpoint, PacketStatus status, SetupPacket setup) {
  /** Bytes of it on the wire. */
  static final int LENGTH = 10;

  static ControlPacket decode(ByteBuf in, int index) {
    return new ControlPacket(
        in.getUnsignedByte(index),
        PacketStatus.SUCCESS,
        new SetupPacket(
            in.getUnsignedByte(index + 2),
            in.getUnsignedByte(index + 1),
            in.getUnsignedShortLE(index + 4),
            in.getUnsignedShortLE(index + 6),
            in.getUnsignedShortLE(index + 8)));
  }

  void encode(ByteBuf out, int index) {
    out.setByte(index, endpoint);
    out.setByte(index + 1, setup.request());
    out.setByte(index + 2, setup.requestType());
    out.setByte(index + 3, status.ordinal());
    out.setShortLE(index + 4, setup.value());
    out.setShortLE(index + 6, setup.index());
    out.setShortLE(index + 8, setup.length());
  }
}
