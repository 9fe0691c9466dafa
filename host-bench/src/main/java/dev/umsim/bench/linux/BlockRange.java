package dev.umsim.bench.linux;

import dev.umsim.bench.target.NotationException;
import dev.umsim.core.scsi.Capacity;

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

  /** Refuses a range that a disk of this size does not have. */
  void requireWithin(Capacity capacity) {
    if (firstBlock > capacity.blockCount() - blockCount) {
      throw new NotationException(
          "a partition of %d blocks at block %d ends behind the disk, which has %d; choose less"
              .formatted(blockCount, firstBlock, capacity.blockCount()));
    }
  }
}
