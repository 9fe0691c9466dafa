package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes the partition table of a medium with one FAT partition onto bytes that are zero. */
final class PartitionFormatter {
  private static final int TYPE_FAT12 = 0x01;
  private static final int TYPE_FAT16_SMALL = 0x04;
  private static final int TYPE_FAT16 = 0x06;
  private static final int TYPE_FAT16_LBA = 0x0e;
  private static final int TYPE_FAT32_LBA = 0x0c;

  /** Sectors that a BIOS reaches by cylinder, head and sector. */
  private static final long CHS_BLOCK_COUNT =
      1024L * BootSector.HEAD_COUNT * BootSector.SECTORS_PER_TRACK;

  private static final int SMALL_BLOCK_COUNT = 0x10000;
  private static final String DEFAULT_NAME = "umsim";

  private final ByteStore medium;
  private final int blockBytes;
  private final long blockCount;
  private final ImageIdentity identity;

  /**
   * Prepares to write.
   *
   * @param medium the whole medium, zero where the tables go
   */
  PartitionFormatter(ByteStore medium, int blockBytes, long blockCount, ImageIdentity identity) {
    this.medium = medium;
    this.blockBytes = blockBytes;
    this.blockCount = blockCount;
    this.identity = identity;
  }

  /**
   * Writes the table.
   *
   * @param name the partition's name where the scheme knows names; may be empty
   */
  void write(PartitionScheme scheme, PartitionPlacement place, FatType type, String name)
      throws IOException {
    switch (scheme) {
      case NONE -> {}
      case MBR -> writeMasterBootRecord(place, mbrType(type, place));
      case GPT -> {
        long protectedCount = Math.min(blockCount - 1, 0xffffffffL);
        writeMasterBootRecord(
            new PartitionPlacement(1, protectedCount), MasterBootRecord.TYPE_PROTECTIVE);
        writeGuidTable(place, name.isEmpty() ? DEFAULT_NAME : name);
      }
      case APPLE -> throw new IllegalArgumentException("maps of Apple's are only read");
    }
  }

  /** The types that MS-DOS and Windows give partitions of these sizes. */
  private static int mbrType(FatType type, PartitionPlacement place) {
    if (type == FatType.FAT32) {
      return TYPE_FAT32_LBA;
    }
    if (place.blockCount() < SMALL_BLOCK_COUNT) {
      return type == FatType.FAT12 ? TYPE_FAT12 : TYPE_FAT16_SMALL;
    }
    boolean reachable = place.firstBlock() + place.blockCount() <= CHS_BLOCK_COUNT;
    return reachable ? TYPE_FAT16 : TYPE_FAT16_LBA;
  }

  private void writeMasterBootRecord(PartitionPlacement place, int type) throws IOException {
    var entry = new MasterBootRecord.Entry(0, type, place.firstBlock(), place.blockCount());
    // UEFI wants no signature of the disk in a protective record; its GUID is elsewhere.
    int signature = type == MasterBootRecord.TYPE_PROTECTIVE ? 0 : identity.diskSignature();
    ByteBuffer block = zeros(MasterBootRecord.LENGTH);
    new MasterBootRecord(signature, List.of(entry)).encode(block);
    medium.write(0, block);
  }

  private void writeGuidTable(PartitionPlacement place, String name) throws IOException {
    int tableBlocks = PartitionPlacement.gptBlockCount(blockBytes);
    long lastBlock = blockCount - 1;
    ByteBuffer entries = zeros((tableBlocks - 1) * blockBytes);
    new GptEntry(
            GptEntry.TYPE_BASIC_DATA,
            identity.partitionId(),
            place.firstBlock(),
            place.firstBlock() + place.blockCount() - 1,
            name)
        .encode(entries, 0);
    writeHalf(1, lastBlock, 2, entries);
    writeHalf(lastBlock, 1, lastBlock - tableBlocks + 1, entries);
  }

  /** Writes one of the two headers, and the entries that belong to it. */
  private void writeHalf(long ownBlock, long otherBlock, long entriesBlock, ByteBuffer entries)
      throws IOException {
    int tableBlocks = PartitionPlacement.gptBlockCount(blockBytes);
    ByteBuffer header = zeros(GptHeader.LENGTH);
    new GptHeader(
            ownBlock,
            otherBlock,
            1 + tableBlocks,
            blockCount - 1 - tableBlocks,
            identity.diskId(),
            entriesBlock,
            PartitionPlacement.GPT_ENTRY_COUNT,
            GptEntry.LENGTH,
            GptHeader.crc32(entries.rewind()))
        .encode(header);
    medium.write(ownBlock * blockBytes, header);
    medium.write(entriesBlock * blockBytes, entries.rewind());
  }

  private static ByteBuffer zeros(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
