package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the superblock of ext2, ext3 and ext4 ("ext4 Data Structures and Algorithms" of the Linux
 * kernel's documentation, "Super Block").
 */
final class ExtInspection {
  private static final int SUPERBLOCK_OFFSET = 1024;
  private static final int SUPERBLOCK_LENGTH = 1024;
  private static final int MAGIC = 0xef53;
  private static final int LOG_BLOCK_BYTES_MAX = 6; // 64 KiB
  private static final int HAS_JOURNAL = 0x4;
  private static final int INCOMPATIBLE_64_BIT = 0x80;
  // Extents, 64 bit, flexible groups, checksum seed and others that ext3 never had.
  private static final int INCOMPATIBLE_EXT4 = ~0x1f;
  private static final int READ_ONLY_COMPATIBLE_EXT4 = ~0x7;
  private static final int SECTOR_BYTES = 512;

  private ExtInspection() {}

  static boolean isPresent(ByteSource volume) throws IOException {
    ByteBuffer block = volume.read(SUPERBLOCK_OFFSET, SUPERBLOCK_LENGTH);
    return Short.toUnsignedInt(block.getShort(56)) == MAGIC
        && Integer.compareUnsigned(block.getInt(24), LOG_BLOCK_BYTES_MAX) <= 0;
  }

  /** Whether it is the first superblock of a volume, and not one of the copies within it. */
  static boolean isFirst(ByteSource volume) throws IOException {
    return isPresent(volume) && volume.read(SUPERBLOCK_OFFSET, SUPERBLOCK_LENGTH).getShort(90) == 0;
  }

  static FileSystemInfo inspect(ByteSource volume) throws IOException {
    ByteBuffer block = volume.read(SUPERBLOCK_OFFSET, SUPERBLOCK_LENGTH);
    int compatible = block.getInt(92);
    int incompatible = block.getInt(96);
    int readOnlyCompatible = block.getInt(100);
    boolean ext4 =
        (incompatible & INCOMPATIBLE_EXT4) != 0
            || (readOnlyCompatible & READ_ONLY_COMPATIBLE_EXT4) != 0;
    String older = (compatible & HAS_JOURNAL) != 0 ? "ext3" : "ext2";
    boolean wide = (incompatible & INCOMPATIBLE_64_BIT) != 0;
    int blockBytes = 1024 << block.getInt(24);
    // A count that is no count shall not make the size in bytes overflow.
    long countMax = Long.MAX_VALUE / blockBytes;
    long blockCount = Math.min(countMax, count(block, 4, wide ? 0x150 : -1));
    long freeCount = Math.min(countMax, count(block, 12, wide ? 0x158 : -1));
    return new FileSystemInfo(
        ext4 ? "ext4" : older,
        SECTOR_BYTES,
        blockBytes,
        label(block),
        Guid.inOrder(block, 104).toString(),
        blockCount,
        OptionalLong.of(freeCount),
        blockCount * blockBytes > volume.sizeBytes()
            ? List.of(
                "the volume has %d bytes, %d are there"
                    .formatted(blockCount * blockBytes, volume.sizeBytes()))
            : List.of());
  }

  private static long count(ByteBuffer block, int lowAt, int highAt) {
    long low = Integer.toUnsignedLong(block.getInt(lowAt));
    return highAt < 0 ? low : Integer.toUnsignedLong(block.getInt(highAt) & 0x7fffffff) << 32 | low;
  }

  private static String label(ByteBuffer block) {
    byte[] bytes = new byte[16];
    block.get(120, bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }
}
