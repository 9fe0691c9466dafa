package dev.umsim.sim.exchange;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that do not change, written in hexadecimal digits. */
public final class HexBytes {
  static final HexBytes NONE = new HexBytes(new byte[0]);

  private final byte[] bytes;

  private HexBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of these bytes. */
  public static HexBytes of(byte[] bytes) {
    return new HexBytes(bytes.clone());
  }

  /** Reads pairs of hexadecimal digits; {@link IllegalArgumentException} if they are not that. */
  public static HexBytes parse(String digits) {
    return new HexBytes(HexFormat.of().parseHex(digits));
  }

  /** How many there are. */
  public int length() {
    return bytes.length;
  }

  /** A copy of them. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HexBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
