package dev.umsim.core.scsi;

import java.util.Optional;

/**
 * How large a unit is, as the three commands that ask for it tell.
 *
 * @param blockCount unsigned, not 0
 * @param blockSize in bytes
 */
public record Capacity(long blockCount, int blockSize) {
  /** What a 32-bit field says when the number does not fit. */
  static final long TOO_LARGE = 0xffff_ffffL;

  /** A number as a field of four bytes holds it. */
  static long saturated(long number) {
    return number >>> 32 == 0 ? number : TOO_LARGE;
  }

  /** The eight bytes of READ CAPACITY (10) (SBC-3, section 5.15.2). */
  byte[] encode10() {
    var bytes = new byte[8];
    Bytes.put32(bytes, 0, saturated(blockCount - 1));
    Bytes.put32(bytes, 4, blockSize);
    return bytes;
  }

  /**
   * The 32 bytes of READ CAPACITY (16) (SBC-3, section 5.16.2).
   *
   * @param physicalExponent a physical block is 2 to this power logical ones
   * @param thin whether blocks can be given back, and read as zeros then
   */
  byte[] encode16(int physicalExponent, boolean thin) {
    var bytes = new byte[32];
    Bytes.put64(bytes, 0, blockCount - 1);
    Bytes.put32(bytes, 8, blockSize);
    bytes[13] = (byte) physicalExponent;
    bytes[14] = (byte) (thin ? 0xc0 : 0);
    return bytes;
  }

  /** The list of READ FORMAT CAPACITIES: a formatted medium (MMC-6, section 6.23.3). */
  byte[] encodeFormatCapacities() {
    var bytes = new byte[12];
    bytes[3] = 8;
    Bytes.put32(bytes, 4, saturated(blockCount));
    Bytes.put32(bytes, 8, blockSize);
    bytes[8] = 2;
    return bytes;
  }

  /** The same list without a medium: code 3, and the block size that one will have. */
  static byte[] encodeNoMedium(int blockSize) {
    var bytes = new byte[12];
    bytes[3] = 8;
    Bytes.put32(bytes, 4, 0);
    Bytes.put32(bytes, 8, blockSize);
    bytes[8] = 3;
    return bytes;
  }

  /**
   * Reads the answer to READ CAPACITY (10).
   *
   * @return nothing if the number of blocks does not fit and READ CAPACITY (16) has to be asked
   */
  public static Optional<Capacity> decode10(byte[] bytes) {
    long last = Bytes.u32(bytes, 0);
    return last == TOO_LARGE
        ? Optional.empty()
        : Optional.of(new Capacity(last + 1, (int) Bytes.u32(bytes, 4)));
  }

  /** The block size that an answer to READ CAPACITY (10) tells, whatever its number of blocks. */
  public static int blockSize10(byte[] bytes) {
    return (int) Bytes.u32(bytes, 4);
  }

  /** Reads the answer to READ CAPACITY (16). */
  public static Capacity decode16(byte[] bytes) {
    return new Capacity(Bytes.u64(bytes, 0) + 1, (int) Bytes.u32(bytes, 8));
  }
}
