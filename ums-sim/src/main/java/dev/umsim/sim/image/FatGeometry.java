package dev.umsim.sim.image;

import java.util.Objects;

/**
 * Where everything lies on a FAT volume: boot sector, tables, root directory, clusters (Microsoft
 * FAT specification 1.03, "FAT Data Structure").
 *
 * <p>A sector is a block of the medium. Positions count from the start of the volume.
 *
 * @param type which FAT; decides how wide a table entry is and where the root directory lies
 * @param sectorBytes 512, 1024, 2048 or 4096
 * @param sectorCount all sectors of the volume
 * @param sectorsPerCluster a power of two up to 128
 * @param reservedSectorCount sectors before the first table, boot sector included
 * @param fatCount how many copies of the table there are, 1 to 255
 * @param sectorsPerFat sectors of one copy
 * @param rootEntryCount places for 32-byte entries in the root directory; 0 on FAT32
 * @param rootCluster first cluster of the root directory on FAT32; 0 on the others
 */
public record FatGeometry(
    FatType type,
    int sectorBytes,
    long sectorCount,
    int sectorsPerCluster,
    int reservedSectorCount,
    int fatCount,
    long sectorsPerFat,
    int rootEntryCount,
    int rootCluster) {

  /** The bytes of one slot of a directory. */
  public static final int SLOT_BYTES = 32;

  static final int SECTORS_PER_CLUSTER_MAX = 128;

  /**
   * Checks the numbers against each other; an {@link IllegalArgumentException} names the wrong one.
   */
  public FatGeometry {
    Objects.requireNonNull(type);
    check(isSectorSize(sectorBytes), "sectorBytes", sectorBytes);
    check(
        Integer.bitCount(sectorsPerCluster) == 1
            && sectorsPerCluster > 0
            && sectorsPerCluster <= SECTORS_PER_CLUSTER_MAX,
        "sectorsPerCluster",
        sectorsPerCluster);
    check(
        reservedSectorCount > 0 && reservedSectorCount <= 0xffff,
        "reservedSectorCount",
        reservedSectorCount);
    check(fatCount > 0 && fatCount <= 0xff, "fatCount", fatCount);
    check(sectorsPerFat > 0 && sectorsPerFat <= 0xffffffffL, "sectorsPerFat", sectorsPerFat);
    check(rootEntryCount >= 0 && rootEntryCount <= 0xffff, "rootEntryCount", rootEntryCount);
    check(sectorCount > 0 && sectorCount <= 0xffffffffL, "sectorCount", sectorCount);
    long firstDataSector =
        reservedSectorCount + fatCount * sectorsPerFat + rootSectors(rootEntryCount, sectorBytes);
    check(sectorCount - firstDataSector >= sectorsPerCluster, "sectorCount", sectorCount);
  }

  private static void check(boolean good, String name, long value) {
    if (!good) {
      throw new IllegalArgumentException(name + " " + value);
    }
  }

  /** Whether FAT allows a sector of so many bytes. */
  static boolean isSectorSize(int bytes) {
    return bytes >= 512 && bytes <= 4096 && Integer.bitCount(bytes) == 1;
  }

  private static int rootSectors(int rootEntryCount, int sectorBytes) {
    return (rootEntryCount * SLOT_BYTES + sectorBytes - 1) / sectorBytes;
  }

  /** All bytes of the volume. */
  public long volumeBytes() {
    return sectorCount * sectorBytes;
  }

  /** The bytes of one cluster. */
  public int clusterBytes() {
    return sectorsPerCluster * sectorBytes;
  }

  /** The first sector of table {@code copy}, which counts from 0. */
  public long fatSector(int copy) {
    return reservedSectorCount + copy * sectorsPerFat;
  }

  /** The first sector of the root directory's own area on FAT12 and FAT16. */
  public long rootDirectorySector() {
    return fatSector(fatCount);
  }

  /** How many sectors the root directory's own area has; 0 on FAT32. */
  public int rootDirectorySectorCount() {
    return rootSectors(rootEntryCount, sectorBytes);
  }

  /** The first sector of the first cluster. */
  public long firstDataSector() {
    return rootDirectorySector() + rootDirectorySectorCount();
  }

  /** How many whole clusters the data area has: the count that decides the kind of FAT. */
  public long dataClusterCount() {
    return (sectorCount - firstDataSector()) / sectorsPerCluster;
  }

  /**
   * How many clusters can be allocated: those of the data area, unless the table has fewer entries
   * (which only a damaged volume has).
   */
  public int clusterCount() {
    long entryCount = sectorsPerFat * sectorBytes * 8 / type.entryBits();
    long addressable = Math.max(0, entryCount - FatType.FIRST_CLUSTER);
    return (int) Math.min(Math.min(dataClusterCount(), addressable), type.clusterCountMax());
  }

  /** The highest cluster number. */
  public int lastCluster() {
    return FatType.FIRST_CLUSTER + clusterCount() - 1;
  }

  /** Whether {@code cluster} is the number of a cluster of this volume. */
  public boolean hasCluster(int cluster) {
    return cluster >= FatType.FIRST_CLUSTER && cluster <= lastCluster();
  }

  /** The first sector of {@code cluster}, which must be one of this volume. */
  public long clusterSector(int cluster) {
    Objects.checkIndex(cluster - FatType.FIRST_CLUSTER, clusterCount());
    return firstDataSector() + (long) (cluster - FatType.FIRST_CLUSTER) * sectorsPerCluster;
  }

  /** The position in bytes of {@code cluster}, which must be one of this volume. */
  public long clusterOffsetBytes(int cluster) {
    return clusterSector(cluster) * sectorBytes;
  }

  FatGeometry withType(FatType other) {
    return new FatGeometry(
        other,
        sectorBytes,
        sectorCount,
        sectorsPerCluster,
        reservedSectorCount,
        fatCount,
        sectorsPerFat,
        rootEntryCount,
        rootCluster);
  }
}
