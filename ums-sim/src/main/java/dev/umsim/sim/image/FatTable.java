package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One copy of a volume's file allocation table, read a piece at a time.
 *
 * <p>Bytes of a damaged volume make chains that end early, never a failure.
 */
public final class FatTable {
  /** Even, so that FAT12 splits between bytes; more than FAT12 has, so that it never does. */
  private static final int ENTRIES_PER_PIECE = 1 << 15;

  private final ByteSource volume;
  private final FatGeometry geometry;
  private final long startBytes;
  private final ByteBuffer piece;
  private int pieceNumber = -1;

  FatTable(ByteSource volume, FatGeometry geometry, int copy) {
    this.volume = volume;
    this.geometry = geometry;
    this.startBytes = geometry.fatSector(copy) * geometry.sectorBytes();
    int pieceBytes = (int) geometry.type().tableBytes(ENTRIES_PER_PIECE);
    this.piece = ByteBuffer.allocate(pieceBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The entry of {@code cluster}: 0 for free, the next cluster of the chain, or a mark such as its
   * end.
   *
   * @param cluster from 0, whose entry holds the media byte, to the last cluster
   * @throws IOException if the volume cannot be read
   */
  public int entry(int cluster) throws IOException {
    int wanted = cluster / ENTRIES_PER_PIECE;
    if (wanted != pieceNumber) {
      long offset = geometry.type().tableBytes((long) wanted * ENTRIES_PER_PIECE);
      volume.read(startBytes + offset, piece.clear());
      pieceNumber = wanted;
    }
    return geometry.type().entry(piece, cluster % ENTRIES_PER_PIECE);
  }

  /**
   * The clusters of a file or directory.
   *
   * @param clusters in their order; as far as the chain can be followed
   * @param intact whether the chain ends as it should, and not in a free or impossible cluster or
   *     in itself
   */
  public record Chain(int[] clusters, boolean intact) {}

  /**
   * Follows the chain that starts at {@code firstCluster}.
   *
   * @param clusterCountMax where to stop at the latest; a chain that goes on is not intact
   * @throws IOException if the volume cannot be read
   */
  public Chain chain(int firstCluster, int clusterCountMax) throws IOException {
    int[] clusters = new int[16];
    int count = 0;
    int cluster = firstCluster;
    while (geometry.hasCluster(cluster) && count < clusterCountMax) {
      if (count == clusters.length) {
        clusters = Arrays.copyOf(clusters, count * 2);
      }
      clusters[count++] = cluster;
      cluster = entry(cluster);
    }
    boolean intact = count > 0 && geometry.type().isEndOfChain(cluster);
    return new Chain(Arrays.copyOf(clusters, count), intact);
  }

  /**
   * Counts the free clusters.
   *
   * @throws IOException if the volume cannot be read
   */
  public int countFree() throws IOException {
    int free = 0;
    for (int cluster = FatType.FIRST_CLUSTER; cluster <= geometry.lastCluster(); cluster++) {
      if (entry(cluster) == 0) {
        free++;
      }
    }
    return free;
  }
}
