package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads what an exFAT volume says about itself (Microsoft exFAT specification 1.00, section 3). */
final class ExfatInspection {
  private static final byte[] NAME = "EXFAT   ".getBytes(StandardCharsets.US_ASCII);
  private static final int BOOT_SECTORS = 12;
  private static final int CHECKSUM_SECTOR = 11;
  private static final int ENTRY_BITMAP = 0x81;
  private static final int ENTRY_LABEL = 0x83;
  private static final int ENTRY_LENGTH = 32;
  private static final int FLAG_SECOND_TABLE = 0x1;
  private static final int FLAG_DIRTY = 0x2;
  private static final int FLAG_MEDIA_FAILURE = 0x4;

  /** Volume flags and the share in use are no part of the checksum. */
  private static final List<Integer> UNCHECKED = List.of(106, 107, 112);

  private static final int READ_BYTES = 1 << 16;

  private final ByteSource volume;
  private final ByteBuffer boot;
  private final List<String> anomalies = new ArrayList<>();
  private final int sectorShift;
  private final int clusterShift;
  private final long sectorCount;
  private final long clusterHeapSector;
  private final long clusterCount;

  private ExfatInspection(ByteSource volume) throws IOException {
    this.volume = volume;
    boot = volume.read(0, 512);
    sectorCount = boot.getLong(72);
    clusterHeapSector = Integer.toUnsignedLong(boot.getInt(88));
    clusterCount = Integer.toUnsignedLong(boot.getInt(92));
    sectorShift = boot.get(108);
    clusterShift = boot.get(109);
  }

  static boolean hasName(ByteBuffer first) {
    return first.slice(3, NAME.length).equals(ByteBuffer.wrap(NAME));
  }

  static boolean isPresent(ByteSource volume) throws IOException {
    return hasName(volume.read(0, 512));
  }

  static FileSystemInfo inspect(ByteSource volume) throws IOException {
    return new ExfatInspection(volume).inspect();
  }

  private FileSystemInfo inspect() throws IOException {
    String id = "%04X-%04X".formatted(boot.getShort(102) & 0xffff, boot.getShort(100) & 0xffff);
    boolean possible =
        sectorShift >= 9
            && sectorShift <= 12
            && clusterShift >= 0
            && sectorShift + clusterShift <= 25;
    if (!possible) {
      anomalies.add(
          "sectors of 2^%d bytes and clusters of 2^%d sectors are impossible"
              .formatted(sectorShift, clusterShift));
      return new FileSystemInfo("exFAT", 512, 512, "", id, 0, OptionalLong.empty(), anomalies);
    }
    if (Short.toUnsignedInt(boot.getShort(510)) != 0xaa55) {
      anomalies.add("the boot sector has no signature 55 AA; nobody mounts it");
    }
    checkSize();
    checkBootRegion();
    int flags = boot.getShort(106);
    if ((flags & FLAG_DIRTY) != 0) {
      anomalies.add("marked as not unmounted");
    }
    if ((flags & FLAG_MEDIA_FAILURE) != 0) {
      anomalies.add("marked as having had read or write errors");
    }
    String label = "";
    var free = OptionalLong.empty();
    var root = rootDirectory();
    for (int at = 0; at + ENTRY_LENGTH <= root.limit() && root.get(at) != 0; at += ENTRY_LENGTH) {
      int type = Byte.toUnsignedInt(root.get(at));
      if (type == ENTRY_LABEL) {
        label = label(root, at);
      } else if (type == ENTRY_BITMAP && (root.get(at + 1) & 1) == (flags & FLAG_SECOND_TABLE)) {
        free = free(Integer.toUnsignedLong(root.getInt(at + 20)), root.getLong(at + 24));
      }
    }
    return new FileSystemInfo(
        "exFAT",
        1 << sectorShift,
        1 << sectorShift + clusterShift,
        label,
        id,
        clusterCount,
        free,
        anomalies);
  }

  private void checkSize() {
    long sectorsThere = volume.sizeBytes() >>> sectorShift;
    if (sectorCount < 0 || sectorCount > sectorsThere) {
      anomalies.add(
          "the volume has %s sectors of %d bytes, %d are there"
              .formatted(Long.toUnsignedString(sectorCount), 1 << sectorShift, sectorsThere));
    }
    if (clusterCount > 0 && clusterHeapSector + (clusterCount << clusterShift) > sectorCount) {
      anomalies.add("its %d clusters reach past its end".formatted(clusterCount));
    }
  }

  private void checkBootRegion() throws IOException {
    int bytes = BOOT_SECTORS << sectorShift;
    ByteBuffer main = volume.read(0, bytes);
    int told = main.getInt(CHECKSUM_SECTOR << sectorShift);
    if (checksum(main) != told) {
      anomalies.add("the checksum of the boot region is wrong; Linux mounts it no more");
    }
    ByteBuffer backup = volume.read(bytes, bytes);
    if (checksum(backup) != backup.getInt(CHECKSUM_SECTOR << sectorShift)) {
      anomalies.add("the backup of the boot region is missing or damaged");
    } else {
      for (int at : UNCHECKED) {
        backup.put(at, main.get(at));
      }
      if (!main.equals(backup)) {
        anomalies.add("the backup of the boot region differs from it");
      }
    }
  }

  private int checksum(ByteBuffer region) {
    int sum = 0;
    for (int at = 0; at < CHECKSUM_SECTOR << sectorShift; at++) {
      if (!UNCHECKED.contains(at)) {
        sum = Integer.rotateRight(sum, 1) + Byte.toUnsignedInt(region.get(at));
      }
    }
    return sum;
  }

  /** The first cluster of the root directory, where label and bitmap stand. */
  private ByteBuffer rootDirectory() throws IOException {
    long offset = offset(Integer.toUnsignedLong(boot.getInt(96)));
    int length = Math.min(1 << sectorShift + clusterShift, READ_BYTES);
    return offset < 0 ? ByteBuffer.allocate(0) : volume.read(offset, length);
  }

  /** Where a cluster begins; negative if there is no such cluster. */
  private long offset(long cluster) {
    return cluster < 2 || cluster - 2 >= clusterCount
        ? -1
        : clusterHeapSector + (cluster - 2 << clusterShift) << sectorShift;
  }

  private static String label(ByteBuffer root, int at) {
    int length = Math.min(11, Byte.toUnsignedInt(root.get(at + 1)));
    byte[] bytes = new byte[length * 2];
    root.get(at + 2, bytes);
    return new String(bytes, StandardCharsets.UTF_16LE);
  }

  /** Counts in the bitmap, which lies in one piece as everybody makes it. */
  private OptionalLong free(long firstCluster, long bytesTold) throws IOException {
    long at = offset(firstCluster);
    long bytes = (clusterCount + 7) / 8;
    if (at < 0 || bytesTold < bytes || at + bytes > volume.sizeBytes()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(clusterCount - BitmapCount.ones(volume, at, clusterCount));
  }
}
