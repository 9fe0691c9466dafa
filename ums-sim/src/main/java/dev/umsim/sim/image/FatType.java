package dev.umsim.sim.image;

import java.nio.ByteBuffer;

/**
 * The three kinds of FAT file system, told apart by the count of clusters and nothing else
 * (Microsoft FAT specification 1.03, "FAT Type Determination").
 */
public enum FatType {
  FAT12(12, 1, 4_084, 0xfff),
  FAT16(16, 4_085, 65_524, 0xffff),
  /** 28 of the 32 bits count; the upper four are reserved. */
  FAT32(32, 65_525, 0x0ffffff5, 0x0fffffff);

  /** The first cluster number that stands for a cluster; 0 and 1 hold the media byte and flags. */
  public static final int FIRST_CLUSTER = 2;

  private final int entryBits;
  private final int clusterCountMin;
  private final int clusterCountMax;
  private final int mask;

  FatType(int entryBits, int clusterCountMin, int clusterCountMax, int mask) {
    this.entryBits = entryBits;
    this.clusterCountMin = clusterCountMin;
    this.clusterCountMax = clusterCountMax;
    this.mask = mask;
  }

  /** The kind that a file system of so many clusters is. */
  public static FatType ofClusterCount(long clusterCount) {
    if (clusterCount <= FAT12.clusterCountMax) {
      return FAT12;
    }
    return clusterCount <= FAT16.clusterCountMax ? FAT16 : FAT32;
  }

  /** How many bits one table entry takes: 12, 16 or 32. */
  public int entryBits() {
    return entryBits;
  }

  /** The fewest clusters with which a file system is of this kind. */
  public int clusterCountMin() {
    return clusterCountMin;
  }

  /** The most clusters with which a file system is of this kind. */
  public int clusterCountMax() {
    return clusterCountMax;
  }

  /** The entry of a file's last cluster, as a formatter writes it. */
  public int endOfChain() {
    return mask;
  }

  /** Whether an entry ends a chain: one of the eight highest values. */
  public boolean isEndOfChain(int entry) {
    return entry >= mask - 7;
  }

  /** The entry of a cluster that must not be used. */
  public int badCluster() {
    return mask - 8;
  }

  /** How many bytes a table of so many entries takes. */
  public long tableBytes(long entryCount) {
    return (entryCount * entryBits + 7) / 8;
  }

  /**
   * Reads entry {@code index} of the table, or part of one, at the start of {@code table}.
   *
   * @param table little-endian
   */
  public int entry(ByteBuffer table, int index) {
    return switch (this) {
      case FAT12 -> (table.getShort(index + index / 2) >> (index % 2 * 4)) & mask;
      case FAT16 -> table.getShort(index * 2) & mask;
      case FAT32 -> table.getInt(index * 4) & mask;
    };
  }

  /**
   * Writes entry {@code index} of the table, or part of one, at the start of {@code table}, and
   * keeps its neighbours and reserved bits.
   *
   * @param table little-endian
   */
  public void putEntry(ByteBuffer table, int index, int entry) {
    switch (this) {
      case FAT12 -> {
        int at = index + index / 2;
        int shift = index % 2 * 4;
        int kept = table.getShort(at) & ~(mask << shift);
        table.putShort(at, (short) (kept | (entry & mask) << shift));
      }
      case FAT16 -> table.putShort(index * 2, (short) entry);
      case FAT32 -> {
        int kept = table.getInt(index * 4) & ~mask;
        table.putInt(index * 4, kept | entry & mask);
      }
    }
  }
}
