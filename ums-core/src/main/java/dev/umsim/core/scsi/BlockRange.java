package dev.umsim.core.scsi;

/**
 * A row of blocks.
 *
 * @param lba the first; unsigned
 * @param blockCount how many; unsigned
 */
public record BlockRange(long lba, long blockCount) {
  /** Whether it lies within a medium of so many blocks. No sum is formed: it might wrap. */
  boolean within(long capacity) {
    return Long.compareUnsigned(lba, capacity) <= 0
        && Long.compareUnsigned(blockCount, capacity - lba) <= 0;
  }
}
