package dev.umsim.sim.image;

/**
 * Where the parts of a new FAT volume lie: the smallest tables that do, and in front of them so
 * many reserved sectors that the clusters are aligned.
 *
 * <p>Clusters start at a multiple of their own size, at least 4096 bytes, counted from the start of
 * the medium, so that one cluster never takes two pages of a flash memory where one would do.
 *
 * @param hiddenSectorCount sectors of the medium before the volume
 */
record FatPlacement(int sectorBytes, long sectorCount, long hiddenSectorCount) {
  private static final int ALIGNMENT_BYTES_MIN = 4096;
  private static final int FAT_COUNT = 2;
  // 512 is what the specification asks for on FAT16, and usual on FAT12.
  private static final int ROOT_ENTRY_COUNT = 512;
  private static final int FAT32_RESERVED_SECTORS = 32;
  private static final int ROOT_CLUSTER = 2;

  long volumeBytes() {
    return sectorCount * sectorBytes;
  }

  /**
   * Whether a kind of FAT has clusters of this size on this volume: negative for too few of them,
   * positive for too many, 0 for a good number.
   */
  int compare(FatType type, int clusterBytes) {
    long count = clusterCount(type, clusterBytes, sectorsPerFat(type, clusterBytes));
    if (count < type.clusterCountMin()) {
      return -1;
    }
    return count > type.clusterCountMax() ? 1 : 0;
  }

  /** The geometry; an {@link ImageRefusal} gives the number of clusters and the limit. */
  FatGeometry place(FatType type, int clusterBytes) {
    long sectorsPerFat = sectorsPerFat(type, clusterBytes);
    long count = clusterCount(type, clusterBytes, sectorsPerFat);
    boolean few = count < type.clusterCountMin();
    if (few || count > type.clusterCountMax()) {
      throw new ImageRefusal(
          "%s has %d clusters at %s; %d bytes make %d clusters of %d bytes in blocks of %d",
          type,
          few ? type.clusterCountMin() : type.clusterCountMax(),
          few ? "least" : "most",
          volumeBytes(),
          count,
          clusterBytes,
          sectorBytes);
    }
    long firstDataSector = firstDataSector(type, clusterBytes, sectorsPerFat);
    long reserved = firstDataSector - FAT_COUNT * sectorsPerFat - rootSectors(type);
    return new FatGeometry(
        type,
        sectorBytes,
        sectorCount,
        clusterBytes / sectorBytes,
        (int) reserved,
        FAT_COUNT,
        sectorsPerFat,
        type == FatType.FAT32 ? 0 : ROOT_ENTRY_COUNT,
        type == FatType.FAT32 ? ROOT_CLUSTER : 0);
  }

  /** The smallest table that has an entry for each cluster it leaves room for. */
  private long sectorsPerFat(FatType type, int clusterBytes) {
    long low = 1;
    long high = 1 + type.tableBytes(volumeBytes() / clusterBytes + 2) / sectorBytes;
    while (low < high) {
      long middle = (low + high) / 2;
      long entries = clusterCount(type, clusterBytes, middle) + FatType.FIRST_CLUSTER;
      if (type.tableBytes(entries) <= middle * sectorBytes) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private long clusterCount(FatType type, int clusterBytes, long sectorsPerFat) {
    long dataSectors = sectorCount - firstDataSector(type, clusterBytes, sectorsPerFat);
    return Math.max(0, dataSectors) / (clusterBytes / sectorBytes);
  }

  private long firstDataSector(FatType type, int clusterBytes, long sectorsPerFat) {
    long reservedMin = type == FatType.FAT32 ? FAT32_RESERVED_SECTORS : 1;
    long start = hiddenSectorCount + reservedMin + FAT_COUNT * sectorsPerFat + rootSectors(type);
    long unit = Math.max(clusterBytes, ALIGNMENT_BYTES_MIN) / sectorBytes;
    return (start + unit - 1) / unit * unit - hiddenSectorCount;
  }

  private long rootSectors(FatType type) {
    long bytes = (long) ROOT_ENTRY_COUNT * FatGeometry.SLOT_BYTES;
    return type == FatType.FAT32 ? 0 : bytes / sectorBytes;
  }
}
