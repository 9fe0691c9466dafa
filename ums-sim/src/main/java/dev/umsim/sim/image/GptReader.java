package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a GUID partition table and checks it as UEFI 2.10, section 5.3.2, asks: both headers, both
 * sets of entries, and the protective MBR.
 */
final class GptReader {
  /** Far more than any tool writes (128 entries of 128 bytes); nonsense shall not take memory. */
  private static final long ENTRIES_BYTES_MAX = 1 << 20;

  private final ByteSource medium;
  private final int blockBytes;
  private final long blockCount;
  private final List<String> anomalies = new ArrayList<>();

  GptReader(ByteSource medium, int blockBytes) {
    this.medium = medium;
    this.blockBytes = blockBytes;
    this.blockCount = medium.sizeBytes() / blockBytes;
  }

  /** A header with its entries, both sound. */
  private record Half(GptHeader header, ByteBuffer entries) {}

  /**
   * The table, or nothing if there is no sign of one in blocks of this size. One that nothing
   * protects is what an older use of the medium has left behind: nobody reads it.
   */
  Optional<PartitionTable> read() throws IOException {
    long lastBlock = blockCount - 1;
    if (lastBlock < 2 || !isProtected()) {
      return Optional.empty();
    }
    boolean signed = GptHeader.hasSignature(medium.read(blockBytes, blockBytes));
    Optional<Half> primary = half(1);
    long backupBlock = primary.map(half -> half.header().otherBlock()).orElse(lastBlock);
    Optional<Half> backup = half(backupBlock);
    if (!signed && backup.isEmpty()) {
      return Optional.empty();
    }
    if (primary.isEmpty()) {
      anomalies.add(
          "the primary GPT is damaged; "
              + (backup.isEmpty()
                  ? "nobody reads a partition of this"
                  : "blkid reads the backup, Linux only with its option gpt"));
    }
    if (backup.isEmpty()) {
      anomalies.add("the backup GPT is missing or damaged");
    } else if (backupBlock != lastBlock) {
      anomalies.add(
          "the backup GPT is in block %d, the last block is %d".formatted(backupBlock, lastBlock));
    }
    if (primary.isPresent() && backup.isPresent() && !agree(primary.get(), backup.get())) {
      anomalies.add("the primary and the backup GPT differ");
    }
    checkWhatLinuxWants(primary.or(() -> backup));
    return Optional.of(table(primary.or(() -> backup)));
  }

  private Optional<Half> half(long block) throws IOException {
    if (block < 1 || block >= blockCount) {
      return Optional.empty();
    }
    Optional<GptHeader> found =
        GptHeader.decode(medium.read(block * blockBytes, blockBytes))
            .filter(header -> header.ownBlock() == block && isPossible(header));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    GptHeader header = found.get();
    ByteBuffer entries =
        medium.read(header.entriesBlock() * blockBytes, header.entryCount() * header.entryBytes());
    boolean sound = GptHeader.crc32(entries) == header.entriesCrc32();
    return sound ? Optional.of(new Half(header, entries)) : Optional.empty();
  }

  private boolean isPossible(GptHeader header) {
    long entriesBytes = (long) header.entryCount() * header.entryBytes();
    return header.entryBytes() >= GptEntry.LENGTH
        && header.entryCount() > 0
        && entriesBytes <= ENTRIES_BYTES_MAX
        && header.entriesBlock() > 1
        && header.entriesBlock() < blockCount
        && header.firstUsableBlock() > 1
        && header.lastUsableBlock() >= header.firstUsableBlock();
  }

  private static boolean agree(Half primary, Half backup) {
    GptHeader one = primary.header();
    GptHeader other = backup.header();
    return one.ownBlock() == other.otherBlock()
        && one.firstUsableBlock() == other.firstUsableBlock()
        && one.lastUsableBlock() == other.lastUsableBlock()
        && one.diskId().equals(other.diskId())
        && primary.entries().equals(backup.entries());
  }

  private boolean isProtected() throws IOException {
    return MasterBootRecord.decode(medium.read(0, MasterBootRecord.LENGTH))
        .filter(MasterBootRecord::isProtective)
        .isPresent();
  }

  /** Where there is the header of a table that nothing protects, in words; nothing if nowhere. */
  static Optional<String> remains(ByteSource medium, int blockBytes) throws IOException {
    long lastBlock = medium.sizeBytes() / blockBytes - 1;
    if (lastBlock < 2) {
      return Optional.empty();
    }
    boolean primary = GptHeader.decode(medium.read(blockBytes, blockBytes)).isPresent();
    boolean backup = GptHeader.decode(medium.read(lastBlock * blockBytes, blockBytes)).isPresent();
    if (!primary && !backup) {
      return Optional.empty();
    }
    return Optional.of(
        (primary && backup ? "a GPT and its backup" : primary ? "a GPT" : "the backup of a GPT")
            + " without a protective MBR, left over from before: nobody reads it");
  }

  private void checkWhatLinuxWants(Optional<Half> found) throws IOException {
    boolean inPlace =
        MasterBootRecord.decode(medium.read(0, MasterBootRecord.LENGTH)).stream()
            .flatMap(record -> record.entries().stream())
            .anyMatch(
                entry ->
                    entry.type() == MasterBootRecord.TYPE_PROTECTIVE && entry.firstBlock() == 1);
    if (!inPlace) {
      anomalies.add("the protective MBR does not begin at block 1; Linux reads no GPT then");
    }
    if (found.isEmpty()) {
      return;
    }
    GptHeader header = found.get().header();
    if (header.lastUsableBlock() >= blockCount) {
      anomalies.add(
          "the GPT counts blocks up to %d, the last block is %d; Linux and blkid read no partition of"
                  .formatted(header.lastUsableBlock(), blockCount - 1)
              + " it");
    }
    if (header.entryBytes() != GptEntry.LENGTH) {
      anomalies.add(
          "its entries have %d bytes; Linux and blkid read those of %d only"
              .formatted(header.entryBytes(), GptEntry.LENGTH));
    }
  }

  private PartitionTable table(Optional<Half> sound) {
    List<Partition> partitions = new ArrayList<>();
    if (sound.isPresent()) {
      GptHeader header = sound.get().header();
      ByteBuffer entries = sound.get().entries();
      for (int i = 0; i < header.entryCount(); i++) {
        int number = i + 1;
        GptEntry.decode(entries, i * header.entryBytes())
            .ifPresent(entry -> addPartition(partitions, number, entry));
      }
      anomalies.addAll(
          PartitionTable.faults(
              partitions,
              header.firstUsableBlock(),
              Math.min(header.lastUsableBlock(), blockCount - 1) + 1));
    }
    return new PartitionTable(PartitionScheme.GPT, blockBytes, partitions, anomalies);
  }

  private void addPartition(List<Partition> partitions, int number, GptEntry entry) {
    boolean inOrder = entry.firstBlock() >= 0 && entry.firstBlock() <= entry.lastBlock();
    if (!inOrder || entry.lastBlock() >= Long.MAX_VALUE / blockBytes) {
      anomalies.add(
          "partition %d starts at block %s and ends at block %s"
              .formatted(
                  number,
                  Long.toUnsignedString(entry.firstBlock()),
                  Long.toUnsignedString(entry.lastBlock())));
      return;
    }
    partitions.add(
        new Partition(
            number,
            entry.firstBlock(),
            entry.lastBlock() - entry.firstBlock() + 1,
            entry.typeId().toString(),
            entry.id().toString(),
            entry.name()));
  }
}
