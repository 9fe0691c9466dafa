package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.FatGeometry;
import dev.umsim.sim.image.FatInfoSector;
import dev.umsim.sim.image.FatType;
import java.util.OptionalInt;

/**
 * Gives clusters out, each time looking on from the one that was given out last ({@code
 * fat_alloc_clusters}).
 */
final class ClusterAllocator {
  private final FatGeometry geometry;
  private final FatEntries entries;
  private int lastAllocated;
  private int freeCount;

  /**
   * @param info what the volume says about its free clusters
   */
  ClusterAllocator(FatGeometry geometry, FatEntries entries, FatInfoSector info) {
    this.geometry = geometry;
    this.entries = entries;
    boolean hint = geometry.hasCluster(info.nextFreeCluster());
    lastAllocated = hint ? info.nextFreeCluster() : FatType.FIRST_CLUSTER;
    boolean possible = info.freeClusterCount() >= 0;
    freeCount =
        possible && info.freeClusterCount() <= geometry.clusterCount()
            ? info.freeClusterCount()
            : FatInfoSector.UNKNOWN;
  }

  /** What the volume should say about its free clusters. */
  FatInfoSector info() {
    return new FatInfoSector(freeCount, lastAllocated);
  }

  /**
   * Takes a free cluster, marks it as the end of a chain, and links the chain's last one to it.
   *
   * @param lastOfChain 0 if the cluster begins a chain
   * @return nothing if no cluster is free
   */
  OptionalInt append(int lastOfChain) throws HostException {
    OptionalInt found = findFree();
    if (found.isPresent()) {
      lastAllocated = found.getAsInt();
      entries.put(lastAllocated, geometry.type().endOfChain());
      if (freeCount != FatInfoSector.UNKNOWN) {
        freeCount--;
      }
      if (lastOfChain != 0) {
        entries.put(lastOfChain, lastAllocated);
      }
    }
    return found;
  }

  private OptionalInt findFree() throws HostException {
    int cluster = lastAllocated;
    for (int tried = 0; tried < geometry.clusterCount(); tried++) {
      cluster = cluster == geometry.lastCluster() ? FatType.FIRST_CLUSTER : cluster + 1;
      if (entries.get(cluster) == 0) {
        return OptionalInt.of(cluster);
      }
    }
    return OptionalInt.empty();
  }

  /** Says that no cluster is free. */
  UnusableVolumeException full() {
    return new UnusableVolumeException(
        "the volume is full: none of its %d clusters of %d bytes is free; choose a smaller file or"
            + " a larger volume",
        geometry.clusterCount(), geometry.clusterBytes());
  }

  /** Gives the clusters of a chain back. */
  void free(int firstCluster) throws HostException {
    int count = entries.free(firstCluster);
    if (freeCount != FatInfoSector.UNKNOWN) {
      freeCount += count;
    }
  }
}
