package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The header of a GUID partition table (UEFI 2.10, table 5.5); a medium has two, at its start and
 * at its end, each of which names the other.
 *
 * @param ownBlock the block that this header is in
 * @param otherBlock the block that the other one is in
 * @param firstUsableBlock the first block that a partition may have
 * @param lastUsableBlock the last block that a partition may have
 * @param diskId the disk's own GUID
 * @param entriesBlock where the entries start that belong to this header
 * @param entryCount how many entries there are, used or not
 * @param entryBytes how long an entry is
 * @param entriesCrc32 the CRC-32 of all entries
 */
record GptHeader(
    long ownBlock,
    long otherBlock,
    long firstUsableBlock,
    long lastUsableBlock,
    UUID diskId,
    long entriesBlock,
    int entryCount,
    int entryBytes,
    int entriesCrc32) {
  static final int LENGTH = 92;
  private static final long SIGNATURE = 0x5452415020494645L; // "EFI PART"
  private static final int REVISION_1_0 = 0x00010000;
  private static final int CRC_OFFSET = 16;

  /** Writes the header with its CRC into {@code out}, little-endian and zero, from index 0. */
  void encode(ByteBuffer out) {
    out.putLong(0, SIGNATURE);
    out.putInt(8, REVISION_1_0);
    out.putInt(12, LENGTH);
    out.putLong(24, ownBlock);
    out.putLong(32, otherBlock);
    out.putLong(40, firstUsableBlock);
    out.putLong(48, lastUsableBlock);
    Guid.put(out, 56, diskId);
    out.putLong(72, entriesBlock);
    out.putInt(80, entryCount);
    out.putInt(84, entryBytes);
    out.putInt(88, entriesCrc32);
    out.putInt(CRC_OFFSET, crc32(out.slice(0, LENGTH)));
  }

  /** Whether these bytes start as a header does; whether it is sound, {@link #decode} finds out. */
  static boolean hasSignature(ByteBuffer in) {
    return in.getLong(0) == SIGNATURE;
  }

  /**
   * Reads a header, or nothing if its signature, its length or its CRC is wrong.
   *
   * @param in a whole block, little-endian
   */
  static Optional<GptHeader> decode(ByteBuffer in) {
    int length = in.getInt(12);
    if (!hasSignature(in) || length < LENGTH || length > in.limit()) {
      return Optional.empty();
    }
    // The CRC was taken while its own field was zero.
    ByteBuffer covered = ByteBuffer.allocate(length).put(in.slice(0, length));
    covered.putInt(CRC_OFFSET, 0);
    if (crc32(covered.rewind()) != in.getInt(CRC_OFFSET)) {
      return Optional.empty();
    }
    return Optional.of(
        new GptHeader(
            in.getLong(24),
            in.getLong(32),
            in.getLong(40),
            in.getLong(48),
            Guid.get(in, 56),
            in.getLong(72),
            in.getInt(80),
            in.getInt(84),
            in.getInt(88)));
  }

  /** The CRC-32 of what remains in {@code bytes}, as GPT uses it. */
  static int crc32(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
