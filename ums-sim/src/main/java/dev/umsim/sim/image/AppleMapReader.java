package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a partition map of Apple's (Inside Macintosh: Devices, chapter 3): a driver descriptor in
 * block 0, and an entry in each of the blocks that follow. All big-endian.
 */
final class AppleMapReader {
  private static final int DESCRIPTOR_SIGNATURE = 0x4552; // "ER"
  private static final int ENTRY_SIGNATURE = 0x504d; // "PM"
  private static final int ENTRY_LENGTH = 512;

  /** Far more than any disk has; the map itself is one of them. */
  private static final int ENTRIES_MAX = 256;

  private final ByteSource medium;
  private final int blockBytes;

  AppleMapReader(ByteSource medium, int blockBytes) {
    this.medium = medium;
    this.blockBytes = blockBytes;
  }

  /** The map, or nothing if there is none that counts in blocks of this size. */
  Optional<PartitionTable> read() throws IOException {
    ByteBuffer descriptor = bigEndian(0);
    int toldBytes = Short.toUnsignedInt(descriptor.getShort(2));
    boolean present =
        Short.toUnsignedInt(descriptor.getShort(0)) == DESCRIPTOR_SIGNATURE
            && toldBytes == blockBytes
            && isEntry(bigEndian(blockBytes));
    if (!present) {
      return Optional.empty();
    }
    List<Partition> partitions = new ArrayList<>();
    List<String> anomalies = new ArrayList<>();
    long entryCount = Integer.toUnsignedLong(bigEndian(blockBytes).getInt(4));
    if (entryCount > ENTRIES_MAX) {
      anomalies.add("the map says that it has %d entries".formatted(entryCount));
      entryCount = ENTRIES_MAX;
    }
    for (int number = 1; number <= entryCount; number++) {
      ByteBuffer entry = bigEndian((long) number * blockBytes);
      if (!isEntry(entry)) {
        anomalies.add(
            "entry %d of the map is none; blkid reads no partition then".formatted(number));
        break;
      }
      long blockCount = Integer.toUnsignedLong(entry.getInt(12));
      if (blockCount > 0) {
        partitions.add(
            new Partition(
                number,
                Integer.toUnsignedLong(entry.getInt(8)),
                blockCount,
                text(entry, 48),
                "",
                text(entry, 16)));
      }
    }
    anomalies.addAll(PartitionTable.faults(partitions, 1, medium.sizeBytes() / blockBytes));
    GptReader.remains(medium, blockBytes).ifPresent(anomalies::add);
    return Optional.of(
        new PartitionTable(PartitionScheme.APPLE, blockBytes, partitions, anomalies));
  }

  private ByteBuffer bigEndian(long offsetBytes) throws IOException {
    return medium.read(offsetBytes, ENTRY_LENGTH).order(ByteOrder.BIG_ENDIAN);
  }

  private static boolean isEntry(ByteBuffer block) {
    return Short.toUnsignedInt(block.getShort(0)) == ENTRY_SIGNATURE;
  }

  private static String text(ByteBuffer entry, int at) {
    byte[] bytes = new byte[32];
    entry.get(at, bytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }
}
