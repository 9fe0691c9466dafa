package dev.umsim.sim.image;

import dev.umsim.sim.image.FatLayout.PlacedDirectory;
import dev.umsim.sim.image.FatLayout.PlacedFile;
import dev.umsim.sim.image.FatLayout.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.Iterator;

/**
 * Writes a FAT volume with all its files onto bytes that are zero (Microsoft FAT specification
 * 1.03).
 *
 * <p>What is written follows from the arguments alone: the same ones give the same bytes.
 */
final class FatFormatter {
  private static final int INFO_SECTOR = 1;
  // Where the specification wants the copy, and where hosts look when sector 0 is unreadable.
  private static final int BACKUP_SECTOR = 6;

  /** Entries of the table that are written at a time; even, so that FAT12 splits between bytes. */
  private static final int ENTRIES_PER_PIECE = 1 << 16;

  private static final int COPY_BYTES = 1 << 20;

  private final FatGeometry geometry;
  private final FatLayout layout;
  private final ByteStore volume;

  private FatFormatter(FatGeometry geometry, FatLayout layout, ByteStore volume) {
    this.geometry = geometry;
    this.layout = layout;
    this.volume = volume;
  }

  /** The boot sector of a new volume. */
  static BootSector bootSector(
      FatGeometry geometry, long hiddenSectorCount, int volumeSerial, String label) {
    boolean fat32 = geometry.type() == FatType.FAT32;
    return new BootSector(
        geometry,
        BootSector.MEDIA_FIXED,
        hiddenSectorCount,
        volumeSerial,
        label,
        fat32 ? INFO_SECTOR : 0,
        fat32 ? BACKUP_SECTOR : 0,
        false);
  }

  /**
   * Writes the volume.
   *
   * @param volume zero from the volume's first byte, at position 0, to its last
   * @throws IOException if a file cannot be read to its end, or the volume cannot be written
   */
  static void write(BootSector boot, FatLayout layout, ByteStore volume) throws IOException {
    FatFormatter formatter = new FatFormatter(boot.geometry(), layout, volume);
    formatter.writeBootSectors(boot);
    formatter.writeTables(boot.mediaDescriptor());
    for (PlacedDirectory directory : layout.directories()) {
      formatter.writeDirectory(directory);
    }
    ByteBuffer copy = ByteBuffer.allocateDirect(COPY_BYTES);
    for (PlacedFile file : layout.files()) {
      formatter.writeFile(file, copy);
    }
  }

  private void writeBootSectors(BootSector boot) throws IOException {
    ByteBuffer sector = zeros(BootSector.LENGTH);
    boot.encode(sector);
    writeSector(0, sector);
    if (geometry.type() != FatType.FAT32) {
      return;
    }
    writeSector(boot.backupSector(), sector);
    ByteBuffer info = zeros(FatInfoSector.LENGTH);
    int used = (int) layout.usedClusterCount();
    int lastUsed = FatType.FIRST_CLUSTER + used - 1;
    new FatInfoSector(geometry.clusterCount() - used, lastUsed).encode(info);
    writeSector(boot.infoSector(), info);
    writeSector(boot.backupSector() + boot.infoSector(), info);
  }

  private void writeSector(int sector, ByteBuffer bytes) throws IOException {
    volume.write((long) sector * geometry.sectorBytes(), bytes.rewind());
  }

  /** Writes the entries in use to each copy; those behind them are zero, which means free. */
  private void writeTables(int mediaDescriptor) throws IOException {
    FatType type = geometry.type();
    Iterator<Run> runs = layout.runs().iterator();
    Run run = new Run(0, FatType.FIRST_CLUSTER);
    int entryCount = (int) layout.usedClusterCount() + FatType.FIRST_CLUSTER;
    for (int first = 0; first < entryCount; first += ENTRIES_PER_PIECE) {
      int count = Math.min(ENTRIES_PER_PIECE, entryCount - first);
      ByteBuffer piece = zeros((int) type.tableBytes(count));
      for (int cluster = first; cluster < first + count; cluster++) {
        while (cluster >= run.firstCluster() + run.clusterCount()) {
          run = runs.next();
        }
        boolean last = cluster == run.firstCluster() + run.clusterCount() - 1;
        type.putEntry(piece, cluster - first, last ? type.endOfChain() : cluster + 1);
      }
      if (first == 0) {
        // Entry 0 repeats the media byte; in entry 1 all bits set mean: unmounted, no read errors.
        type.putEntry(piece, 0, type.endOfChain() & ~0xff | mediaDescriptor);
        type.putEntry(piece, 1, type.endOfChain());
      }
      for (int copy = 0; copy < geometry.fatCount(); copy++) {
        long start = geometry.fatSector(copy) * geometry.sectorBytes();
        volume.write(start + type.tableBytes(first), piece.rewind());
      }
    }
  }

  private void writeDirectory(PlacedDirectory directory) throws IOException {
    int slotCount = directory.entries().stream().mapToInt(DirectoryEntry::slotCount).sum();
    ByteBuffer slots = zeros(slotCount * FatGeometry.SLOT_BYTES);
    directory.entries().forEach(entry -> entry.encode(slots));
    long offset =
        directory.run().clusterCount() == 0
            ? geometry.rootDirectorySector() * geometry.sectorBytes()
            : geometry.clusterOffsetBytes(directory.run().firstCluster());
    volume.write(offset, slots.flip());
  }

  private void writeFile(PlacedFile file, ByteBuffer copy) throws IOException {
    if (file.run().clusterCount() == 0) {
      return;
    }
    long offset = geometry.clusterOffsetBytes(file.run().firstCluster());
    long left = file.source().sizeBytes();
    try (ReadableByteChannel content = file.source().content().open()) {
      while (left > 0) {
        copy.clear().limit((int) Math.min(copy.capacity(), left));
        fill(copy, content, file.source());
        left -= copy.limit();
        volume.write(offset, copy.flip());
        offset += copy.limit();
      }
    }
  }

  private static void fill(ByteBuffer copy, ReadableByteChannel content, SourceFile source)
      throws IOException {
    while (copy.hasRemaining()) {
      if (content.read(copy) < 0) {
        throw new IOException(
            "%s became shorter than its %d bytes while it was copied"
                .formatted(source.name(), source.sizeBytes()));
      }
    }
  }

  private static ByteBuffer zeros(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
