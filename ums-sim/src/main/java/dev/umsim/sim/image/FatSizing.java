package dev.umsim.sim.image;

import java.util.Optional;

/**
 * Chooses the kind of FAT and the size of its clusters for a volume of a given size.
 *
 * <p>Left to itself it makes FAT12 or FAT16 below 512 MiB and FAT32 from there on, as mkfs.fat
 * does, with clusters as in the tables of the Microsoft FAT specification 1.03 ("FAT Volume
 * Initialization"), but counted in bytes so that they do not grow with the sectors.
 */
final class FatSizing {
  private static final int CLUSTER_BYTES_MAX = 0x10000;

  /** The most that the specification allows; larger clusters only where they are asked for. */
  private static final int AUTOMATIC_CLUSTER_BYTES_MAX = 0x8000;

  private static final int SMALL_VOLUME_CLUSTER_BYTES = 2048;
  private static final long SECTOR_COUNT_MAX = 0xffffffffL;
  private static final long MIB = 1 << 20;
  private static final long AUTOMATIC_FAT32_BYTES_MIN = 512 * MIB;

  private final FatPlacement placement;

  private FatSizing(FatPlacement placement) {
    this.placement = placement;
  }

  /**
   * The geometry of a new volume.
   *
   * @param hiddenSectorCount sectors of the medium before the volume
   * @throws ImageRefusal if no geometry is both wanted and legal
   */
  static FatGeometry choose(
      FatOptions options, int sectorBytes, long sectorCount, long hiddenSectorCount) {
    if (!FatGeometry.isSectorSize(sectorBytes)) {
      throw new ImageRefusal(
          "FAT has sectors of 512, 1024, 2048 or 4096 bytes, not of %d", sectorBytes);
    }
    if (sectorCount > SECTOR_COUNT_MAX) {
      throw new ImageRefusal(
          "the volume has %d sectors, FAT counts %d at most", sectorCount, SECTOR_COUNT_MAX);
    }
    var sizing = new FatSizing(new FatPlacement(sectorBytes, sectorCount, hiddenSectorCount));
    if (options.clusterBytes().isPresent()) {
      return sizing.withClusters(options.type(), options.clusterBytes().getAsInt());
    }
    return options.type().map(sizing::ofType).orElseGet(sizing::automatic);
  }

  private FatGeometry withClusters(Optional<FatType> wanted, int clusterBytes) {
    if (clusterBytes < placement.sectorBytes() || Integer.bitCount(clusterBytes) != 1) {
      throw new ImageRefusal(
          "a cluster of %d bytes is not a power of two times the sector of %d bytes",
          clusterBytes, placement.sectorBytes());
    }
    if (clusterBytes > CLUSTER_BYTES_MAX) {
      throw new ImageRefusal(
          "a cluster of %d bytes is too large, FAT has %d at most",
          clusterBytes, CLUSTER_BYTES_MAX);
    }
    return placement.place(wanted.orElseGet(() -> typeThatFits(clusterBytes)), clusterBytes);
  }

  private FatType typeThatFits(int clusterBytes) {
    for (FatType type : FatType.values()) {
      if (placement.compare(type, clusterBytes) == 0) {
        return type;
      }
    }
    // Between two kinds, where the tables of the larger one leave it too few clusters.
    return placement.compare(FatType.FAT12, clusterBytes) < 0 ? FatType.FAT12 : FatType.FAT32;
  }

  private FatGeometry automatic() {
    if (placement.volumeBytes() >= AUTOMATIC_FAT32_BYTES_MIN) {
      return ofType(FatType.FAT32);
    }
    int small = Math.max(SMALL_VOLUME_CLUSTER_BYTES, placement.sectorBytes());
    return ofType(placement.compare(FatType.FAT12, small) > 0 ? FatType.FAT16 : FatType.FAT12);
  }

  /** Starts at the usual size of a cluster and goes up or down until the count of them is legal. */
  private FatGeometry ofType(FatType type) {
    int clusterBytes = Math.max(usualClusterBytes(type), placement.sectorBytes());
    while (placement.compare(type, clusterBytes) > 0
        && clusterBytes < AUTOMATIC_CLUSTER_BYTES_MAX) {
      clusterBytes *= 2;
    }
    while (placement.compare(type, clusterBytes) < 0 && clusterBytes > placement.sectorBytes()) {
      clusterBytes /= 2;
    }
    return placement.place(type, clusterBytes);
  }

  private int usualClusterBytes(FatType type) {
    long volumeBytes = placement.volumeBytes();
    if (type != FatType.FAT32) {
      return SMALL_VOLUME_CLUSTER_BYTES;
    }
    if (volumeBytes <= 260 * MIB) {
      return 512;
    }
    if (volumeBytes <= 8192 * MIB) {
      return 4096;
    }
    if (volumeBytes <= 16384 * MIB) {
      return 8192;
    }
    return volumeBytes <= 32768 * MIB ? 16384 : 32768;
  }
}
