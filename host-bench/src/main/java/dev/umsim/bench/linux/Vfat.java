package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.BootSector;
import dev.umsim.sim.image.DirectorySlots;
import dev.umsim.sim.image.DirectorySlots.Placed;
import dev.umsim.sim.image.FatGeometry;
import dev.umsim.sim.image.FatInfoSector;
import dev.umsim.sim.image.FatType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A FAT16 or FAT32 volume mounted with {@code -o sync}, as Linux 2.6.24 writes it: clusters are
 * allocated on the device, and every change is on the disk before the next one begins ({@code
 * fs/fat}).
 *
 * <p>Between two calls the volume is sound, but for the sector that counts its free clusters, which
 * {@link #unmount()} writes.
 */
public final class Vfat {
  /** What a directory has at most, in bytes: 65536 slots. */
  private static final int DIRECTORY_BYTES_MAX = 0x10000 * FatGeometry.SLOT_BYTES;

  private final BlockDevice device;
  private final BootSector boot;
  private final FatGeometry geometry;
  private final FatEntries entries;
  private final ClusterAllocator allocator;
  private final Map<Integer, Directory> directories = new HashMap<>();

  private Vfat(BlockDevice device, BootSector boot) throws HostException {
    this.device = device;
    this.boot = boot;
    this.geometry = boot.geometry();
    this.entries = new FatEntries(device, geometry);
    this.allocator = new ClusterAllocator(geometry, entries, readInfo());
  }

  /**
   * Mounts the volume on a device, whose soft block becomes the volume's sector.
   *
   * @throws UnusableVolumeException if there is no volume that can be mounted
   */
  public static Vfat mount(BlockDevice device) throws HostException, UnusableVolumeException {
    byte[] first = new byte[device.softBlockBytes()];
    device.readSoftBlock(0, first);
    ByteBuffer sector = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
    Optional<BootSector> boot = BootSector.decode(sector);
    if (boot.isEmpty()) {
      throw new UnusableVolumeException(
          "there is no FAT volume on the device; choose the partition that has it, or make an image"
              + " with: ums image create");
    }
    FatGeometry geometry = boot.get().geometry();
    if (geometry.type() == FatType.FAT12) {
      throw new UnusableVolumeException(
          "the volume is FAT12; choose a larger one, which is FAT16 or FAT32");
    }
    if (geometry.sectorBytes() < device.sectorBytes()) {
      throw new UnusableVolumeException(
          "the volume has sectors of %d bytes, the disk blocks of %d; choose a disk of %d",
          geometry.sectorBytes(), device.sectorBytes(), geometry.sectorBytes());
    }
    if (geometry.volumeBytes() > device.sizeBytes()) {
      throw new UnusableVolumeException(
          "the volume has %d bytes, the device %d; choose the whole partition",
          geometry.volumeBytes(), device.sizeBytes());
    }
    device.changeSoftBlock(geometry.sectorBytes());
    return new Vfat(device, boot.get());
  }

  private FatInfoSector readInfo() throws HostException {
    FatInfoSector unknown = new FatInfoSector(FatInfoSector.UNKNOWN, FatInfoSector.UNKNOWN);
    if (boot.infoSector() == 0) {
      return unknown;
    }
    return FatInfoSector.decode(readSector(boot.infoSector())).orElse(unknown);
  }

  private ByteBuffer readSector(int sector) throws HostException {
    byte[] bytes = new byte[geometry.sectorBytes()];
    device.readSoftBlock((long) sector * bytes.length, bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The device that it is mounted on. */
  BlockDevice device() {
    return device;
  }

  /** Where everything lies. */
  public FatGeometry geometry() {
    return geometry;
  }

  ClusterAllocator allocator() {
    return allocator;
  }

  /**
   * Opens a file to be written from its beginning: a new one, or one whose old content is given up
   * ({@code O_CREAT | O_TRUNC}).
   *
   * @param path folders and a name, with {@code /} between them
   * @throws UnusableVolumeException if a folder is missing, the name is a folder's, or there is no
   *     room for the entry
   */
  public VfatFile create(String path) throws HostException, UnusableVolumeException {
    List<String> names = namesOf(path);
    String name = names.get(names.size() - 1);
    Directory directory = root();
    for (String folder : names.subList(0, names.size() - 1)) {
      Optional<Placed> found = directory.find(folder).filter(each -> each.entry().isDirectory());
      if (found.isEmpty()) {
        throw new UnusableVolumeException(
            "the volume has no folder \"%s\" for %s; choose another path", folder, path);
      }
      int cluster = found.get().entry().firstCluster();
      directory = cluster == 0 ? root() : directory(cluster);
    }
    Optional<Placed> old = directory.find(name);
    if (old.isEmpty()) {
      return new VfatFile(this, directory, directory.add(name).slot());
    }
    if (old.get().entry().isDirectory()) {
      throw new UnusableVolumeException("%s is a folder; choose another name", path);
    }
    directory.update(old.get().slot(), 0, 0);
    allocator.free(old.get().entry().firstCluster());
    return new VfatFile(this, directory, old.get().slot());
  }

  /** The names of a path, which all have to be possible. */
  static List<String> namesOf(String path) {
    List<String> names = List.of((path.startsWith("/") ? path.substring(1) : path).split("/", -1));
    for (String name : names) {
      Optional<String> fault = DirectorySlots.faultOf(name);
      if (fault.isPresent()) {
        throw new NotationException(
            "\"%s\" in the path \"%s\" %s; choose another name".formatted(name, path, fault.get()));
      }
    }
    return names;
  }

  private Directory root() throws HostException {
    return directory(geometry.type() == FatType.FAT32 ? geometry.rootCluster() : 0);
  }

  /** The directory of a first cluster: one object for each, so that all files see its changes. */
  private Directory directory(int firstCluster) throws HostException {
    Directory known = directories.get(firstCluster);
    if (known == null) {
      known = firstCluster == 0 ? fixedRoot() : chained(firstCluster);
      directories.put(firstCluster, known);
    }
    return known;
  }

  private Directory fixedRoot() throws HostException {
    long first = geometry.rootDirectorySector();
    return new Directory(this, sectorOffsets(first, geometry.rootDirectorySectorCount()), 0);
  }

  private Directory chained(int firstCluster) throws HostException {
    int clusterCountMax = Math.max(1, DIRECTORY_BYTES_MAX / geometry.clusterBytes());
    List<Integer> clusters = new ArrayList<>();
    int cluster = firstCluster;
    while (geometry.hasCluster(cluster) && clusters.size() < clusterCountMax) {
      clusters.add(cluster);
      cluster = entries.get(cluster);
    }
    long[] offsets =
        clusters.stream().flatMapToLong(each -> LongStream.of(sectorOffsets(each))).toArray();
    boolean mayGrow = !clusters.isEmpty() && clusters.size() < clusterCountMax;
    return new Directory(this, offsets, mayGrow ? clusters.get(clusters.size() - 1) : 0);
  }

  /** Where the sectors of a cluster lie on the device. */
  long[] sectorOffsets(int cluster) {
    return sectorOffsets(geometry.clusterSector(cluster), geometry.sectorsPerCluster());
  }

  private long[] sectorOffsets(long firstSector, int sectorCount) {
    return LongStream.range(firstSector, firstSector + sectorCount)
        .map(sector -> sector * geometry.sectorBytes())
        .toArray();
  }

  /** Writes what is still to be written: how many clusters are free. */
  public void unmount() throws HostException {
    if (geometry.type() == FatType.FAT32 && boot.infoSector() != 0) {
      ByteBuffer sector = readSector(boot.infoSector());
      if (FatInfoSector.decode(sector).isPresent()) {
        allocator.info().encode(sector);
        long offset = (long) boot.infoSector() * geometry.sectorBytes();
        device.write(offset, sector.array(), 0, geometry.sectorBytes());
      }
    }
    device.close();
  }
}
