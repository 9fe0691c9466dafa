package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.FatGeometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * A file of a mounted volume that is written from its beginning on ({@code fs/fat/inode.c}, {@code
 * mm/filemap.c}).
 *
 * <p>Each write allocates the clusters that it begins, then writes the sectors that it touched,
 * then the directory entry, and waits for each of these.
 */
public final class VfatFile {
  private final Vfat volume;
  private final FatGeometry geometry;
  private final Directory directory;
  private final int slot;
  private int firstCluster;
  private int lastCluster;
  private long clusterCount;
  private long sizeBytes;
  // The last sector as far as the file reaches into it, which the next write completes.
  private byte[] tail = new byte[0];

  VfatFile(Vfat volume, Directory directory, int slot) {
    this.volume = volume;
    this.geometry = volume.geometry();
    this.directory = directory;
    this.slot = slot;
  }

  /** How long it is. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Appends bytes.
   *
   * @throws UnusableVolumeException if there is no room for all of them; those that had room are
   *     written
   */
  public void write(byte[] from, int index, int length)
      throws HostException, UnusableVolumeException {
    if (length > DirectoryEntry.SIZE_BYTES_MAX - sizeBytes) {
      throw new UnusableVolumeException(
          "a file on FAT has at most %d bytes; choose a smaller size",
          DirectoryEntry.SIZE_BYTES_MAX);
    }
    int sectorBytes = geometry.sectorBytes();
    long start = sizeBytes - tail.length;
    int wanted = tail.length + length;
    byte[] sectors = Arrays.copyOf(tail, (wanted + sectorBytes - 1) / sectorBytes * sectorBytes);
    System.arraycopy(from, index, sectors, tail.length, length);
    int written = Math.min(wanted, writeSectors(start, sectors));
    sizeBytes = start + written;
    tail = Arrays.copyOfRange(sectors, written - written % sectorBytes, written);
    directory.update(slot, firstCluster, sizeBytes);
    volume.device().flush();
    if (written < wanted) {
      throw volume.allocator().full();
    }
  }

  /** Bytes of the device in a row that are a part of the file. */
  private record Extent(long offset, int length) {}

  /** Writes sectors, as many as there is room for, and returns how many bytes these were. */
  private int writeSectors(long start, byte[] sectors) throws HostException {
    List<Extent> extents = extents(start, sectors.length);
    BlockDevice device = volume.device();
    int done = 0;
    for (Extent extent : extents) {
      device.write(extent.offset(), sectors, done, extent.length());
      done += extent.length();
    }
    for (Extent extent : extents) {
      device.writeBack(extent.offset(), extent.length());
    }
    return done;
  }

  /**
   * Where so many bytes of the file lie, for which clusters are allocated as they are begun; fewer
   * if the volume is full.
   */
  private List<Extent> extents(long start, int length) throws HostException {
    List<Extent> extents = new ArrayList<>();
    int clusterBytes = geometry.clusterBytes();
    for (int done = 0; done < length; ) {
      long position = start + done;
      if (position / clusterBytes == clusterCount && !allocate()) {
        break;
      }
      int inCluster = (int) (position % clusterBytes);
      int count = Math.min(length - done, clusterBytes - inCluster);
      append(extents, geometry.clusterOffsetBytes(lastCluster) + inCluster, count);
      done += count;
    }
    return extents;
  }

  private boolean allocate() throws HostException {
    OptionalInt cluster = volume.allocator().append(lastCluster);
    if (cluster.isEmpty()) {
      return false;
    }
    lastCluster = cluster.getAsInt();
    clusterCount++;
    if (firstCluster == 0) {
      firstCluster = lastCluster;
    }
    return true;
  }

  private static void append(List<Extent> extents, long offset, int length) {
    int last = extents.size() - 1;
    if (last >= 0 && extents.get(last).offset() + extents.get(last).length() == offset) {
      Extent before = extents.get(last);
      extents.set(last, new Extent(before.offset(), before.length() + length));
    } else {
      extents.add(new Extent(offset, length));
    }
  }
}
