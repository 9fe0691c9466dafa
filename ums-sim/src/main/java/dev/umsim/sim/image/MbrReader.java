package dev.umsim.sim.image;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the four partitions of a master boot record and the logical ones in an extended partition,
 * with the numbers and the rules that Linux and blkid have for them.
 */
final class MbrReader {
  /** So many links in a row without a partition end the chain, for Linux and blkid alike. */
  private static final int EMPTY_LINKS_MAX = 100;

  /** Linux has no more partitions on a disk. */
  private static final int PARTITIONS_MAX = 256;

  private static final int FIRST_LOGICAL = 5;

  private final ByteSource medium;
  private final int blockBytes;
  private final long blockCount;
  private final MasterBootRecord record;
  private final List<Partition> primary = new ArrayList<>();
  private final List<Partition> logical = new ArrayList<>();
  private final List<String> anomalies = new ArrayList<>();

  MbrReader(ByteSource medium, int blockBytes, MasterBootRecord record) {
    this.medium = medium;
    this.blockBytes = blockBytes;
    this.record = record;
    blockCount = medium.sizeBytes() / blockBytes;
  }

  PartitionTable read() throws IOException {
    if (record.isProtective()) {
      anomalies.add("protective MBR without a GUID partition table");
    }
    for (var entry : record.entries()) {
      primary.add(partition(entry.index() + 1, entry.firstBlock(), entry));
      if (entry.type() == 0) {
        anomalies.add(
            "partition %d has a size and no type; Linux takes it for one, Windows does not"
                .formatted(entry.index() + 1));
      }
    }
    anomalies.addAll(PartitionTable.faults(primary, 1, blockCount));
    for (var entry : record.entries()) {
      if (entry.isExtended()) {
        int before = logical.size();
        readChain(entry);
        anomalies.addAll(
            PartitionTable.faults(
                logical.subList(before, logical.size()),
                entry.firstBlock() + 1,
                Math.min(blockCount, entry.firstBlock() + entry.blockCount())));
      }
    }
    GptReader.remains(medium, blockBytes).ifPresent(anomalies::add);
    var all = new ArrayList<>(primary);
    all.addAll(logical);
    return new PartitionTable(PartitionScheme.MBR, blockBytes, all, anomalies);
  }

  private static Partition partition(int number, long firstBlock, MasterBootRecord.Entry entry) {
    return new Partition(
        number, firstBlock, entry.blockCount(), "%02x".formatted(entry.type()), "", "");
  }

  /**
   * Each link is a record of its own: a partition, counted from where the link is, and the next
   * link, counted from where the extended partition begins.
   */
  private void readChain(MasterBootRecord.Entry extended) throws IOException {
    long end = extended.firstBlock() + extended.blockCount();
    long at = extended.firstBlock();
    long linkBlocks = extended.blockCount();
    int emptyLinks = 0;
    while (++emptyLinks <= EMPTY_LINKS_MAX) {
      if (at >= blockCount) {
        anomalies.add(
            "the chain of logical partitions goes on in block %d".formatted(at)
                + ", which is not there");
        return;
      }
      Optional<MasterBootRecord> link =
          MasterBootRecord.decodeLink(medium.read(at * blockBytes, MasterBootRecord.LENGTH));
      if (link.isEmpty()) {
        anomalies.add(
            "the chain of logical partitions ends in block %d, which is no link of it"
                .formatted(at));
        return;
      }
      MasterBootRecord.Entry next = null;
      for (var entry : link.get().entries()) {
        if (entry.isExtended()) {
          // A link that leads nowhere is passed over, as blkid does.
          next = next == null && entry.firstBlock() != 0 ? entry : next;
          continue;
        }
        long firstBlock = at + entry.firstBlock();
        // The third and fourth entries of a link often are what was there before.
        boolean believable =
            entry.index() < 2
                || entry.firstBlock() + entry.blockCount() <= linkBlocks
                    && firstBlock + entry.blockCount() <= end;
        if (!believable) {
          continue;
        }
        // Where a chain bites its own tail, blkid passes over what it knows.
        if (isKnown(firstBlock)) {
          continue;
        }
        if (FIRST_LOGICAL + logical.size() >= PARTITIONS_MAX) {
          anomalies.add("there are more logical partitions than Linux reads");
          return;
        }
        logical.add(partition(FIRST_LOGICAL + logical.size(), firstBlock, entry));
        emptyLinks = 0;
      }
      if (next == null) {
        return;
      }
      at = extended.firstBlock() + next.firstBlock();
      linkBlocks = next.blockCount();
    }
    anomalies.add("the chain of logical partitions has no end");
  }

  private boolean isKnown(long firstBlock) {
    return primary.stream().anyMatch(each -> each.firstBlock() == firstBlock)
        || logical.stream().anyMatch(each -> each.firstBlock() == firstBlock);
  }
}
