package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads what an NTFS volume says about itself (the layout as the Linux kernel's fs/ntfs3 has it):
 * the boot sector, and of the master file table the records of volume and bitmap.
 */
final class NtfsInspection {
  private static final byte[] NAME = "NTFS    ".getBytes(StandardCharsets.US_ASCII);
  private static final int RECORD_VOLUME = 3;
  private static final int RECORD_BITMAP = 6;
  private static final int ATTRIBUTE_LABEL = 0x60;
  private static final int ATTRIBUTE_VOLUME = 0x70;
  private static final int ATTRIBUTE_DATA = 0x80;
  private static final int FILE_SIGNATURE = 0x454c4946; // "FILE"
  private static final int FLAG_DIRTY = 1;

  /** More pieces than a bitmap ever has; nonsense shall not take time. */
  private static final int RUNS_MAX = 10_000;

  private final ByteSource volume;
  private final ByteBuffer boot;
  private final List<String> anomalies = new ArrayList<>();
  private int sectorBytes;
  private int clusterBytes;
  private long clusterCount;
  private int recordBytes;

  private NtfsInspection(ByteSource volume) throws IOException {
    this.volume = volume;
    boot = volume.read(0, 512);
  }

  static boolean hasName(ByteBuffer first) {
    return first.slice(3, NAME.length).equals(ByteBuffer.wrap(NAME));
  }

  static boolean isPresent(ByteSource volume) throws IOException {
    return hasName(volume.read(0, 512));
  }

  static FileSystemInfo inspect(ByteSource volume) throws IOException {
    return new NtfsInspection(volume).inspect();
  }

  private FileSystemInfo inspect() throws IOException {
    String id = "%016X".formatted(boot.getLong(72));
    sectorBytes = Short.toUnsignedInt(boot.getShort(11));
    // Above 128 sectors it is the negative exponent of two.
    int perCluster = boot.get(13);
    int sectorsPerCluster = perCluster < 0 ? 1 << Math.min(30, -perCluster) : perCluster;
    if (!FatGeometry.isSectorSize(sectorBytes)
        || Integer.bitCount(sectorsPerCluster) != 1
        || (long) sectorsPerCluster * sectorBytes > 2 << 20) {
      anomalies.add(
          "sectors of %d bytes and clusters of %d sectors are impossible"
              .formatted(sectorBytes, sectorsPerCluster));
      return new FileSystemInfo("NTFS", 512, 512, "", id, 0, OptionalLong.empty(), anomalies);
    }
    clusterBytes = sectorsPerCluster * sectorBytes;
    long sectorCount = boot.getLong(40);
    if (sectorCount < 0 || sectorCount > volume.sizeBytes() / sectorBytes) {
      anomalies.add(
          "the volume has %s sectors of %d bytes, %d are there"
              .formatted(
                  Long.toUnsignedString(sectorCount),
                  sectorBytes,
                  volume.sizeBytes() / sectorBytes));
    }
    clusterCount =
        Math.max(0, Math.min(sectorCount, Long.MAX_VALUE / sectorBytes)) / sectorsPerCluster;
    if (Short.toUnsignedInt(boot.getShort(510)) != 0xaa55) {
      anomalies.add("the boot sector has no signature 55 AA");
    }
    checkBackup(sectorCount);
    int perRecord = boot.get(64);
    recordBytes = perRecord < 0 ? 1 << Math.min(30, -perRecord) : perRecord * clusterBytes;
    String label = "";
    var free = OptionalLong.empty();
    if (recordBytes >= 512 && recordBytes <= 1 << 16) {
      var information = record(RECORD_VOLUME);
      label = label(information);
      checkState(information);
      free = free(record(RECORD_BITMAP));
    } else {
      anomalies.add("records of %d bytes are impossible".formatted(recordBytes));
    }
    return new FileSystemInfo(
        "NTFS", sectorBytes, clusterBytes, label, id, clusterCount, free, anomalies);
  }

  /** The last sector of the partition, behind the volume, has a copy of the first one. */
  private void checkBackup(long sectorCount) throws IOException {
    boolean there = sectorCount > 0 && sectorCount < volume.sizeBytes() / sectorBytes;
    if (there && !volume.read(sectorCount * sectorBytes, 512).equals(boot)) {
      anomalies.add("the backup of the boot sector is missing or differs from it");
    }
  }

  /** A record of the master file table, repaired as it is meant; nothing if it is none. */
  private Optional<ByteBuffer> record(int number) throws IOException {
    long table = boot.getLong(48);
    if (table < 0 || table > clusterCount) {
      return Optional.empty();
    }
    ByteBuffer record =
        volume.read(table * clusterBytes + (long) number * recordBytes, recordBytes);
    if (record.getInt(0) != FILE_SIGNATURE) {
      return Optional.empty();
    }
    // The last two bytes of each sector stand elsewhere, so that a torn write is noticed.
    int from = Short.toUnsignedInt(record.getShort(4));
    int count = Short.toUnsignedInt(record.getShort(6)) - 1;
    for (int i = 0; i < count && (i + 1) * 512 <= recordBytes; i++) {
      if (from + 2 * i + 4 > recordBytes) {
        return Optional.empty();
      }
      record.putShort((i + 1) * 512 - 2, record.getShort(from + 2 * i + 2));
    }
    return Optional.of(record);
  }

  /** The attribute of a type without a name: its bytes from its header on. */
  private static Optional<ByteBuffer> attribute(ByteBuffer record, int type) {
    int at = Short.toUnsignedInt(record.getShort(20));
    while (at + 24 <= record.limit() && record.getInt(at) != -1) {
      int length = record.getInt(at + 4);
      if (length < 24 || length > record.limit() - at) {
        break;
      }
      if (record.getInt(at) == type && record.get(at + 9) == 0) {
        return Optional.of(record.slice(at, length).order(record.order()));
      }
      at += length;
    }
    return Optional.empty();
  }

  /** The content of an attribute that lies in its record. */
  private static Optional<ByteBuffer> content(ByteBuffer attribute) {
    long length = Integer.toUnsignedLong(attribute.getInt(16));
    int at = Short.toUnsignedInt(attribute.getShort(20));
    return attribute.get(8) != 0 || at + length > attribute.limit()
        ? Optional.empty()
        : Optional.of(attribute.slice(at, (int) length).order(attribute.order()));
  }

  private static String label(Optional<ByteBuffer> record) {
    return record
        .flatMap(found -> attribute(found, ATTRIBUTE_LABEL))
        .flatMap(NtfsInspection::content)
        .map(content -> StandardCharsets.UTF_16LE.decode(content).toString())
        .orElse("");
  }

  private void checkState(Optional<ByteBuffer> record) {
    Optional<ByteBuffer> state =
        record
            .flatMap(found -> attribute(found, ATTRIBUTE_VOLUME))
            .flatMap(NtfsInspection::content);
    if (state.isEmpty() || state.get().limit() < 12) {
      anomalies.add("the master file table has no sound record of the volume");
    } else if ((state.get().getShort(10) & FLAG_DIRTY) != 0) {
      anomalies.add("marked as not unmounted");
    }
  }

  private OptionalLong free(Optional<ByteBuffer> record) throws IOException {
    Optional<ByteBuffer> data = record.flatMap(found -> attribute(found, ATTRIBUTE_DATA));
    if (data.isEmpty() || data.get().get(8) == 0 || data.get().limit() < 64) {
      return OptionalLong.empty();
    }
    ByteBuffer attribute = data.get();
    int at = Short.toUnsignedInt(attribute.getShort(32));
    long left = clusterCount;
    long used = 0;
    long cluster = 0;
    // Runs: how many bytes length and place have, and both; each place counts from the one before.
    for (int run = 0; run < RUNS_MAX && left > 0; run++) {
      int sizes = at < attribute.limit() ? attribute.get(at) : 0;
      int lengthBytes = sizes & 0x0f;
      int placeBytes = sizes >> 4 & 0x0f;
      if (lengthBytes == 0
          || placeBytes == 0
          || at + lengthBytes + placeBytes >= attribute.limit()) {
        return OptionalLong.empty();
      }
      long count = signed(attribute, at + 1, lengthBytes);
      cluster += signed(attribute, at + 1 + lengthBytes, placeBytes);
      if (count <= 0 || cluster < 0 || cluster > clusterCount || count > clusterCount) {
        return OptionalLong.empty();
      }
      long bits = Math.min(left, count * clusterBytes * 8);
      if (cluster * clusterBytes + bits / 8 > volume.sizeBytes()) {
        return OptionalLong.empty();
      }
      used += BitmapCount.ones(volume, cluster * clusterBytes, bits);
      left -= bits;
      at += 1 + lengthBytes + placeBytes;
    }
    return left > 0 ? OptionalLong.empty() : OptionalLong.of(clusterCount - used);
  }

  private static long signed(ByteBuffer in, int at, int bytes) {
    long value = 0;
    for (int i = Math.min(8, bytes) - 1; i >= 0; i--) {
      value = value << 8 | Byte.toUnsignedLong(in.get(at + i));
    }
    int unused = 64 - 8 * Math.min(8, bytes);
    return value << unused >> unused;
  }
}
