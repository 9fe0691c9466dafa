package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.FatGeometry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The file allocation tables of a mounted volume, a sector at a time: each change is written to
 * every copy before the next one is made ({@code fs/fat/fatent.c} with {@code -o sync}).
 */
final class FatEntries {
  private static final int NONE = -1;

  private final BlockDevice device;
  private final FatGeometry geometry;
  private final int entriesPerSector;
  private final byte[] bytes;
  private final ByteBuffer entries;
  // The sector of the table that stands in bytes, and whether it differs from that of the disk.
  private int sector = NONE;
  private boolean changed;

  FatEntries(BlockDevice device, FatGeometry geometry) {
    this.device = device;
    this.geometry = geometry;
    this.entriesPerSector = geometry.sectorBytes() * 8 / geometry.type().entryBits();
    this.bytes = new byte[geometry.sectorBytes()];
    this.entries = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The entry of a cluster. */
  int get(int cluster) throws HostException {
    load(cluster / entriesPerSector);
    return geometry.type().entry(entries, cluster % entriesPerSector);
  }

  /** Changes the entry of a cluster on the disk. */
  void put(int cluster, int entry) throws HostException {
    change(cluster, entry);
    write();
  }

  /** Frees the clusters of a chain, with one write of each sector that they lie in. */
  int free(int firstCluster) throws HostException {
    int count = 0;
    int cluster = firstCluster;
    while (geometry.hasCluster(cluster)) {
      int next = get(cluster);
      if (next == 0) {
        break; // a chain that leads into free clusters, or back into itself, ends there
      }
      change(cluster, 0);
      count++;
      cluster = next;
    }
    write();
    return count;
  }

  private void change(int cluster, int entry) throws HostException {
    load(cluster / entriesPerSector);
    geometry.type().putEntry(entries, cluster % entriesPerSector, entry);
    changed = true;
  }

  private void load(int wanted) throws HostException {
    if (wanted != sector) {
      write();
      sector = NONE;
      device.readSoftBlock(offset(0, wanted), bytes);
      sector = wanted;
    }
  }

  private void write() throws HostException {
    if (!changed) {
      return;
    }
    changed = false;
    for (int copy = 0; copy < geometry.fatCount(); copy++) {
      device.write(offset(copy, sector), bytes, 0, bytes.length);
      device.writeBack(offset(copy, sector), bytes.length);
    }
  }

  private long offset(int copy, int sectorOfTable) {
    return (geometry.fatSector(copy) + sectorOfTable) * geometry.sectorBytes();
  }
}
