package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a FAT volume says about itself, and finds where its parts contradict each other. */
final class FatInspection {
  private static final int COMPARE_BYTES = 1 << 16;
  private static final int FAT32_STATE_OFFSET = 65;

  private final ByteSource bytes;
  private final FatVolume volume;
  private final BootSector boot;
  private final FatGeometry geometry;
  private final List<String> anomalies = new ArrayList<>();

  FatInspection(ByteSource bytes, FatVolume volume) {
    this.bytes = bytes;
    this.volume = volume;
    this.boot = volume.boot();
    this.geometry = volume.geometry();
  }

  FileSystemInfo inspect(Optional<Partition> partition) throws IOException {
    checkGeometry(partition);
    String label = volume.label();
    if (!boot.volumeLabel().isEmpty() && !boot.volumeLabel().equals(label)) {
      note(
          "the boot sector has the label \"%s\", the root directory \"%s\"",
          boot.volumeLabel(), label);
    }
    OptionalLong free = OptionalLong.empty();
    // Of tables that are not all there nothing can be said; and a boot sector full of nonsense
    // may claim tables far longer than the image.
    if (geometry.rootDirectorySector() * geometry.sectorBytes() <= bytes.sizeBytes()) {
      free = OptionalLong.of(volume.table().countFree());
      checkTables();
    }
    if (geometry.type() == FatType.FAT32) {
      checkInfoSector(free);
      checkBackup();
    }
    return new FileSystemInfo(
        geometry.type().name(),
        geometry.sectorBytes(),
        geometry.clusterBytes(),
        label,
        "%04X-%04X".formatted(boot.volumeSerial() >>> 16, boot.volumeSerial() & 0xffff),
        geometry.clusterCount(),
        free,
        anomalies);
  }

  private void note(String format, Object... arguments) {
    anomalies.add(format.formatted(arguments));
  }

  private void checkGeometry(Optional<Partition> partition) throws IOException {
    if (geometry.volumeBytes() > bytes.sizeBytes()) {
      note("the volume has %d bytes, %d are there", geometry.volumeBytes(), bytes.sizeBytes());
    }
    FatType type = FatType.ofClusterCount(geometry.dataClusterCount());
    if (type != geometry.type()) {
      note(
          "laid out as %s with %d clusters, as many as %s has",
          geometry.type(), geometry.dataClusterCount(), type);
    }
    if (geometry.clusterCount() < geometry.dataClusterCount()) {
      note(
          "the tables have entries for %d clusters, there are %d",
          geometry.clusterCount(), geometry.dataClusterCount());
    }
    boolean misplaced =
        partition.isPresent()
            && boot.hiddenSectorCount() != 0
            && boot.hiddenSectorCount() != partition.get().firstBlock();
    if (misplaced) {
      note(
          "the boot sector puts the volume at block %d, the partition table at %d",
          boot.hiddenSectorCount(), partition.get().firstBlock());
    }
    ByteBuffer sector = bytes.read(0, BootSector.LENGTH);
    byte[] text = new byte[5];
    sector.get(geometry.type() == FatType.FAT32 ? 82 : 54, text);
    String told = new String(text, StandardCharsets.ISO_8859_1);
    // Nobody decides by this text, but what differs from it was meant to be something else.
    if (told.matches("FAT[136].") && !told.equals(geometry.type().name())) {
      note("the boot sector says %s, the count of clusters makes it %s", told, geometry.type());
    }
  }

  private void checkTables() throws IOException {
    FatType type = geometry.type();
    int media = volume.table().entry(0);
    if ((media & 0xff) != boot.mediaDescriptor()) {
      note(
          "the media byte is %02x in the boot sector and %02x in the table",
          boot.mediaDescriptor(), media & 0xff);
    }
    // Of entry 1 the highest bit says "unmounted" and the next one "no read errors"; FAT12 has
    // neither.
    int flags = volume.table().entry(1);
    int unmounted = (type.endOfChain() >> 1) + 1;
    if (boot.dirty() || type != FatType.FAT12 && (flags & unmounted) == 0) {
      note("marked as not unmounted");
    }
    if (type != FatType.FAT12 && (flags & unmounted >> 1) == 0) {
      note("marked as having had read or write errors");
    }
    for (int copy = 1; copy < geometry.fatCount(); copy++) {
      compareTables(copy);
    }
  }

  private void compareTables(int copy) throws IOException {
    long tableBytes = geometry.sectorsPerFat() * geometry.sectorBytes();
    long first = geometry.fatSector(0) * geometry.sectorBytes();
    long other = geometry.fatSector(copy) * geometry.sectorBytes();
    ByteBuffer left = ByteBuffer.allocate(COMPARE_BYTES);
    ByteBuffer right = ByteBuffer.allocate(COMPARE_BYTES);
    for (long at = 0; at < tableBytes; at += COMPARE_BYTES) {
      int count = (int) Math.min(COMPARE_BYTES, tableBytes - at);
      bytes.read(first + at, left.clear().limit(count));
      bytes.read(other + at, right.clear().limit(count));
      int mismatch = left.flip().mismatch(right.flip());
      if (mismatch >= 0) {
        note("the tables 1 and %d differ, first at their byte %d", copy + 1, at + mismatch);
        return;
      }
    }
  }

  private void checkInfoSector(OptionalLong free) throws IOException {
    long offset = (long) boot.infoSector() * geometry.sectorBytes();
    Optional<FatInfoSector> info = FatInfoSector.decode(bytes.read(offset, FatInfoSector.LENGTH));
    if (boot.infoSector() == 0 || info.isEmpty()) {
      note("there is no FSInfo sector");
      return;
    }
    long told = Integer.toUnsignedLong(info.get().freeClusterCount());
    boolean known = info.get().freeClusterCount() != FatInfoSector.UNKNOWN;
    if (known && free.isPresent() && told != free.getAsLong()) {
      note("FSInfo says that %d clusters are free, the table %d", told, free.getAsLong());
    }
  }

  private void checkBackup() throws IOException {
    if (boot.backupSector() == 0) {
      return;
    }
    ByteBuffer first = bytes.read(0, BootSector.LENGTH);
    ByteBuffer backup =
        bytes.read((long) boot.backupSector() * geometry.sectorBytes(), BootSector.LENGTH);
    // Hosts set the flag of a mounted volume in the first sector only.
    backup.put(FAT32_STATE_OFFSET, first.get(FAT32_STATE_OFFSET));
    if (!first.equals(backup)) {
      note("the backup of the boot sector differs from it");
    }
  }
}
