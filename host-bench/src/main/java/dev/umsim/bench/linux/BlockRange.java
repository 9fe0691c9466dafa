package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.sim.image.Partition;
import dev.umsim.sim.image.PartitionTable;
import java.util.Optional;

/**
 * Blocks of a disk in a row: a partition, or all of them.
 *
 * @param firstBlock from 0
 * @param blockCount at least 1
 */
public record BlockRange(long firstBlock, long blockCount) {

  /** Checks that there is a block in it. */
  public BlockRange {
    if (firstBlock < 0 || blockCount < 1) {
      throw new NotationException(
          "a partition of %d blocks at block %d holds nothing; choose others"
              .formatted(blockCount, firstBlock));
    }
  }

  /** All blocks of a disk. */
  public static BlockRange whole(Capacity capacity) {
    return new BlockRange(0, capacity.blockCount());
  }

  /**
   * The blocks of a partition, which the disk's own table tells.
   *
   * @param number its place in the table, from 1, as in {@code /dev/sdb1}
   * @throws UnusableVolumeException if the disk has no such partition
   */
  public static BlockRange ofPartition(Disk disk, int number)
      throws HostException, UnusableVolumeException {
    var source = new DiskSource(disk, whole(disk.capacity()));
    PartitionTable table =
        DiskSource.reading(() -> PartitionTable.read(source, disk.capacity().blockSize()));
    Optional<Partition> found =
        table.partitions().stream().filter(each -> each.number() == number).findFirst();
    if (found.isEmpty()) {
      throw new UnusableVolumeException(
          table.partitions().isEmpty()
              ? "the disk has no partitions; leave the number out"
              : "the disk has no partition %d; choose one of %s",
          number,
          table.partitions().stream().map(Partition::number).toList());
    }
    return new BlockRange(found.get().firstBlock(), found.get().blockCount());
  }

  /** Refuses a range that a disk of this size does not have. */
  void requireWithin(Capacity capacity) {
    if (firstBlock > capacity.blockCount() - blockCount) {
      throw new NotationException(
          "a partition of %d blocks at block %d ends behind the disk, which has %d; choose less"
              .formatted(blockCount, firstBlock, capacity.blockCount()));
    }
  }
}
