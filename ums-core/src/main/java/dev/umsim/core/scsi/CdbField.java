package dev.umsim.core.scsi;

import java.util.regex.Pattern;

/**
 * A field of a command descriptor block by the name that its standard gives it: where it lies, and
 * whether units look at it. Its bits follow one another, the most significant first.
 *
 * @param firstByte the byte of its first bit
 * @param firstBit the place of its first bit there, 7 to 0
 * @param widthBits 1 to 64
 * @param evaluated whether it means something to units; of one that does not, every bit has to be 0
 */
public record CdbField(String name, int firstByte, int firstBit, int widthBits, boolean evaluated) {
  /** RDPROTECT and its like, and where SCSI-2 had the LUN: b7–5 of byte 1. */
  private static final String PROTECT = "PROTECT";

  private static final Pattern NOTATION =
      Pattern.compile("(-?)(\\D[^,]*?) (\\d+)(?:\\.(\\d))?(?:-(\\d)|\\.\\.(\\d+))?");

  /**
   * Reads the notation of {@link Operation}: {@code PC 2.7-6} are bits 7 and 6 of byte 2, {@code
   * LOGICAL BLOCK ADDRESS 1.4..3} goes from bit 4 of byte 1 to the end of byte 3, {@code PAGE CODE
   * 2} is a whole byte; units do not look at what has a minus before it.
   */
  public static CdbField read(String notation) {
    var matcher = NOTATION.matcher(notation);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a field: " + notation);
    }
    int firstByte = Integer.parseInt(matcher.group(3));
    boolean bits = matcher.group(4) != null;
    int firstBit = bits ? Integer.parseInt(matcher.group(4)) : 7;
    int lastByte = matcher.group(6) == null ? firstByte : Integer.parseInt(matcher.group(6));
    boolean toTheEnd = !bits || matcher.group(6) != null;
    int lastBit =
        toTheEnd ? 0 : matcher.group(5) == null ? firstBit : Integer.parseInt(matcher.group(5));
    return new CdbField(
        matcher.group(2),
        firstByte,
        firstBit,
        8 * (lastByte - firstByte) + firstBit - lastBit + 1,
        matcher.group(1).isEmpty());
  }

  /** The byte of its last bit. */
  public int lastByte() {
    return firstByte + (7 - firstBit + widthBits - 1) / 8;
  }

  /** The bits of a byte that belong to it. */
  public int maskOf(int at) {
    if (at < firstByte || at > lastByte()) {
      return 0;
    }
    int from = at == firstByte ? firstBit : 7;
    int to = at == lastByte() ? bitsBehind() : 0;
    return (0xff >> (7 - from)) & (0xff << to);
  }

  /** The bits of its last byte that lie behind it. */
  private int bitsBehind() {
    return 7 - (7 - firstBit + widthBits - 1) % 8;
  }

  /** Whether a block of so many bytes holds it whole. */
  public boolean within(int length) {
    return lastByte() < length;
  }

  /** What stands in it; unsigned. The block has to {@linkplain #within hold} it. */
  public long value(Cdb cdb) {
    long value = cdb.u8(firstByte) & maskOf(firstByte);
    for (int at = firstByte + 1; at <= lastByte(); at++) {
      value = value << 8 | cdb.u8(at);
    }
    return value >>> bitsBehind();
  }

  /** Whether it lies where SCSI-2 had the LUN, for information that protects blocks. */
  boolean protectsBlocks() {
    return name.endsWith(PROTECT);
  }
}
