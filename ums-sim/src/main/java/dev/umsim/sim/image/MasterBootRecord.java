package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The first block of a partitioned medium (UEFI 2.10, section 5.2): boot code, a signature of the
 * disk, and four entries.
 *
 * @param diskSignature the number by which Windows knows the disk
 * @param entries those in use, at most four
 */
record MasterBootRecord(int diskSignature, List<Entry> entries) {
  static final int LENGTH = 512;
  static final int TYPE_PROTECTIVE = 0xee;
  private static final int DISK_SIGNATURE_OFFSET = 440;
  private static final int ENTRIES_OFFSET = 446;
  private static final int ENTRY_LENGTH = 16;
  private static final int ENTRY_COUNT = 4;
  private static final int SIGNATURE_OFFSET = 510;
  private static final int SIGNATURE = 0xaa55;

  /**
   * One of the four entries.
   *
   * @param index its place, from 0
   * @param type what it holds, such as 0Ch for FAT32; 0 is none, which Linux does not mind
   * @param firstBlock where it starts, 32 bits
   * @param blockCount how many blocks it has, 32 bits
   */
  record Entry(int index, int type, long firstBlock, long blockCount) {
    Entry {
      Objects.checkIndex(index, ENTRY_COUNT);
      if (type < 0 || type > 0xff || firstBlock >>> 32 != 0 || blockCount >>> 32 != 0) {
        throw new IllegalArgumentException(
            "type %d, %d blocks at %d".formatted(type, blockCount, firstBlock));
      }
    }

    /** Whether it is a link to a chain of logical partitions. */
    boolean isExtended() {
      return type == 0x05 || type == 0x0f || type == 0x85;
    }

    private void encode(ByteBuffer out) {
      int at = ENTRIES_OFFSET + index * ENTRY_LENGTH;
      ByteBuffer entry = out.slice(at, ENTRY_LENGTH).order(out.order());
      ChsAddress start = ChsAddress.of(firstBlock);
      ChsAddress end =
          type == TYPE_PROTECTIVE
              ? ChsAddress.ofProtectiveEnd(firstBlock + blockCount - 1)
              : ChsAddress.of(firstBlock + blockCount - 1);
      start.encode(entry, 1);
      entry.put(4, (byte) type);
      end.encode(entry, 5);
      entry.putInt(8, (int) firstBlock);
      entry.putInt(12, (int) blockCount);
    }
  }

  MasterBootRecord {
    entries = List.copyOf(entries);
  }

  /** Writes the block into {@code out}, little-endian and zero, from index 0. */
  void encode(ByteBuffer out) {
    BootCode.put(out, 0);
    out.putInt(DISK_SIGNATURE_OFFSET, diskSignature);
    entries.forEach(entry -> entry.encode(out));
    out.putShort(SIGNATURE_OFFSET, (short) SIGNATURE);
  }

  /**
   * Reads a master boot record, or nothing if these bytes are none: without the signature or with
   * an impossible boot flag. A record without any partition is one. An entry is in use if it has a
   * size, as for Linux and blkid.
   *
   * @param in little-endian, at least {@value #LENGTH} bytes from index 0
   */
  static Optional<MasterBootRecord> decode(ByteBuffer in) {
    for (int index = 0; index < ENTRY_COUNT; index++) {
      if ((in.get(ENTRIES_OFFSET + index * ENTRY_LENGTH) & 0x7f) != 0) {
        return Optional.empty();
      }
    }
    return decodeLink(in);
  }

  /** The same of a link in the chain of logical partitions, whose boot flags nobody looks at. */
  static Optional<MasterBootRecord> decodeLink(ByteBuffer in) {
    if (Short.toUnsignedInt(in.getShort(SIGNATURE_OFFSET)) != SIGNATURE) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    for (int index = 0; index < ENTRY_COUNT; index++) {
      int at = ENTRIES_OFFSET + index * ENTRY_LENGTH;
      int type = Byte.toUnsignedInt(in.get(at + 4));
      long firstBlock = Integer.toUnsignedLong(in.getInt(at + 8));
      long blockCount = Integer.toUnsignedLong(in.getInt(at + 12));
      if (blockCount != 0) {
        entries.add(new Entry(index, type, firstBlock, blockCount));
      }
    }
    return Optional.of(new MasterBootRecord(in.getInt(DISK_SIGNATURE_OFFSET), entries));
  }

  /** Whether it only protects a GUID partition table from programs that do not know one. */
  boolean isProtective() {
    return entries.stream().anyMatch(entry -> entry.type() == TYPE_PROTECTIVE);
  }
}
