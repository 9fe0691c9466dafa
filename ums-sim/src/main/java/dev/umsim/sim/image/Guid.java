package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The bytes of a GUID as GPT stores them: three fields little-endian, the rest as it is written.
 */
final class Guid {
  private Guid() {}

  /** Writes 16 bytes; {@code out} is little-endian. */
  static void put(ByteBuffer out, int at, UUID guid) {
    long high = guid.getMostSignificantBits();
    out.putInt(at, (int) (high >>> 32));
    out.putShort(at + 4, (short) (high >>> 16));
    out.putShort(at + 6, (short) high);
    out.putLong(at + 8, Long.reverseBytes(guid.getLeastSignificantBits()));
  }

  /** Reads 16 bytes; {@code in} is little-endian. */
  static UUID get(ByteBuffer in, int at) {
    long high =
        Integer.toUnsignedLong(in.getInt(at)) << 32
            | Short.toUnsignedLong(in.getShort(at + 4)) << 16
            | Short.toUnsignedLong(in.getShort(at + 6));
    return new UUID(high, Long.reverseBytes(in.getLong(at + 8)));
  }

  /** The GUID whose text is in the bytes one after the other, as ext stores it. */
  static UUID inOrder(ByteBuffer in, int at) {
    ByteBuffer bytes = in.slice(at, 16).order(ByteOrder.BIG_ENDIAN);
    return new UUID(bytes.getLong(0), bytes.getLong(8));
  }
}
