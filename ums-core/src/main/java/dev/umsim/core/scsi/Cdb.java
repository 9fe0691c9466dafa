package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A command descriptor block as it came: 1 to 16 bytes, sensible or not (SPC-4, section 4.2).
 *
 * <p>Fields are big-endian. Whoever reads one has made sure that the block is long enough.
 */
public final class Cdb {
  /** The most bytes that a command block wrapper carries. */
  public static final int CAPACITY = 16;

  private final byte[] bytes;

  /** A block of these bytes, which are not changed afterwards. */
  public Cdb(byte[] bytes) {
    if (bytes.length < 1 || bytes.length > CAPACITY) {
      throw new IllegalArgumentException("a CDB has 1 to 16 bytes, not " + bytes.length);
    }
    this.bytes = bytes;
  }

  /** A block of these bytes, each given as 0 to FF. */
  public static Cdb of(int... bytes) {
    var block = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      block[i] = (byte) bytes[i];
    }
    return new Cdb(block);
  }

  /** This block, with zeros behind it where it is shorter. */
  public Cdb withAtLeast(int length) {
    return bytes.length >= length ? this : new Cdb(Arrays.copyOf(bytes, length));
  }

  /** Bytes in the block. */
  public int length() {
    return bytes.length;
  }

  /** Byte 0. */
  public int operationCode() {
    return u8(0);
  }

  /** One byte. */
  public int u8(int at) {
    return bytes[at] & 0xff;
  }

  /** Two bytes. */
  public int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  /** Four bytes, 0 to FFFFFFFF. */
  public long u32(int at) {
    return (long) u16(at) << 16 | u16(at + 2);
  }

  /** Eight bytes; unsigned. */
  public long u64(int at) {
    return u32(at) << 32 | u32(at + 4);
  }

  /** Whether a bit of a byte is set. */
  public boolean bit(int at, int bit) {
    return (u8(at) >> bit & 1) != 0;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Copies the block to {@code target} from {@code index} on. */
  public void copyTo(ByteBuf target, int index) {
    target.setBytes(index, bytes);
  }

  /**
   * How many bytes a block with this operation code has by its group (SPC-4, section 4.2.5.1), or 0
   * where the group does not say.
   */
  public static int lengthFor(int operationCode) {
    return switch (operationCode >> 5) {
      case 0 -> 6;
      case 1, 2 -> 10;
      case 4 -> 16;
      case 5 -> 12;
      default -> 0;
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cdb that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes in hexadecimal, separated by spaces. */
  @Override
  public String toString() {
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }
}
