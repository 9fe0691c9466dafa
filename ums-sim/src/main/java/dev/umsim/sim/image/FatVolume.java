package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * A FAT volume to be read: its directories and files (Microsoft FAT specification 1.03).
 *
 * <p>Damaged structures give less, never a failure: a broken chain ends a file early, and what lies
 * past the end of the volume reads as zero.
 */
public final class FatVolume {
  /** What hosts read of a directory at most, in bytes: 65536 entries. */
  private static final int DIRECTORY_BYTES_MAX = 0x10000 * FatGeometry.SLOT_BYTES;

  private final ByteSource volume;
  private final BootSector boot;
  private final FatGeometry geometry;
  private final FatTable table;

  private FatVolume(ByteSource volume, BootSector boot) {
    this.volume = volume;
    this.boot = boot;
    this.geometry = boot.geometry();
    this.table = new FatTable(volume, geometry, 0);
  }

  /**
   * Opens the FAT volume that starts at the first of these bytes, or nothing if there is none.
   *
   * @throws IOException if the bytes cannot be read
   */
  public static Optional<FatVolume> open(ByteSource volume) throws IOException {
    return BootSector.decode(volume.read(0, BootSector.LENGTH))
        .map(boot -> new FatVolume(volume, boot));
  }

  /** The first sector. */
  public BootSector boot() {
    return boot;
  }

  /** Where everything lies. */
  public FatGeometry geometry() {
    return geometry;
  }

  /** The first copy of the table. */
  public FatTable table() {
    return table;
  }

  /** The volume's label as its root directory has it; empty for none. */
  public String label() throws IOException {
    return rootWithLabel().stream()
        .filter(DirectoryEntry::isLabel)
        .findFirst()
        .map(DirectoryEntry::name)
        .orElse("");
  }

  /** The entries of the root directory, without the label. */
  public List<DirectoryEntry> root() throws IOException {
    return withoutLabel(rootWithLabel());
  }

  /** The entries of a directory, "." and ".." with them. */
  public List<DirectoryEntry> list(DirectoryEntry directory) throws IOException {
    if (!directory.isDirectory()) {
      throw new IllegalArgumentException(directory.name() + " is not a directory");
    }
    return withoutLabel(
        directory.firstCluster() == 0 ? rootWithLabel() : entries(directory.firstCluster()));
  }

  private static List<DirectoryEntry> withoutLabel(List<DirectoryEntry> entries) {
    return entries.stream().filter(entry -> !entry.isLabel()).toList();
  }

  private List<DirectoryEntry> rootWithLabel() throws IOException {
    if (geometry.type() == FatType.FAT32) {
      return entries(geometry.rootCluster());
    }
    int bytes = geometry.rootEntryCount() * FatGeometry.SLOT_BYTES;
    long offset = geometry.rootDirectorySector() * geometry.sectorBytes();
    return DirectoryEntry.decodeAll(volume.read(offset, bytes), geometry.type());
  }

  private List<DirectoryEntry> entries(int firstCluster) throws IOException {
    int clusterCountMax = Math.max(1, DIRECTORY_BYTES_MAX / geometry.clusterBytes());
    int[] clusters = table.chain(firstCluster, clusterCountMax).clusters();
    ByteBuffer slots = ByteBuffer.allocate(clusters.length * geometry.clusterBytes());
    for (int cluster : clusters) {
      slots.limit(slots.position() + geometry.clusterBytes());
      volume.read(geometry.clusterOffsetBytes(cluster), slots);
    }
    return DirectoryEntry.decodeAll(slots.flip().order(ByteOrder.LITTLE_ENDIAN), geometry.type());
  }

  /**
   * The content of a file.
   *
   * @throws IllegalArgumentException if it is longer than 2^31 - 1 bytes
   * @throws IOException if the volume cannot be read, or the file's chain is shorter than the file
   */
  public byte[] read(DirectoryEntry file) throws IOException {
    if (file.sizeBytes() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(file.name() + " has " + file.sizeBytes() + " bytes");
    }
    ByteBuffer content = ByteBuffer.allocate((int) file.sizeBytes());
    int clusterBytes = geometry.clusterBytes();
    int clusterCount = (int) ((file.sizeBytes() + clusterBytes - 1) / clusterBytes);
    for (int cluster : table.chain(file.firstCluster(), clusterCount).clusters()) {
      content.limit((int) Math.min(content.capacity(), (long) content.position() + clusterBytes));
      volume.read(geometry.clusterOffsetBytes(cluster), content);
    }
    if (content.position() < content.capacity()) {
      throw new IOException(
          "%s has %d bytes, its clusters end after %d"
              .formatted(file.name(), content.capacity(), content.position()));
    }
    return content.array();
  }
}
