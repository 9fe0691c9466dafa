package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

/** Reads the superblock of an APFS container (Apple File System Reference, "nx_superblock_t"). */
final class ApfsInspection {
  private static final int MAGIC = 0x4253584e; // "NXSB"
  private static final int SUPERBLOCK_LENGTH = 4096;

  private ApfsInspection() {}

  static boolean isPresent(ByteSource volume) throws IOException {
    ByteBuffer block = volume.read(0, SUPERBLOCK_LENGTH);
    int blockBytes = block.getInt(36);
    return block.getInt(32) == MAGIC
        && Integer.bitCount(blockBytes) == 1
        && blockBytes >= 4096
        && blockBytes <= 65536;
  }

  static FileSystemInfo inspect(ByteSource volume) throws IOException {
    ByteBuffer block = volume.read(0, SUPERBLOCK_LENGTH);
    int blockBytes = block.getInt(36);
    long blockCount = Math.max(0, Math.min(block.getLong(40), Long.MAX_VALUE / blockBytes));
    return new FileSystemInfo(
        "APFS",
        blockBytes,
        blockBytes,
        "",
        Guid.inOrder(block, 72).toString(),
        blockCount,
        OptionalLong.empty(),
        blockCount * blockBytes > volume.sizeBytes()
            ? List.of(
                "the volume has %d bytes, %d are there"
                    .formatted(blockCount * blockBytes, volume.sizeBytes()))
            : List.of());
  }
}
