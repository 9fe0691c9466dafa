package dev.umsim.sim.image;

/**
 * Where the one partition of a new medium lies: from 1 MiB, as all current tools align it, to the
 * end.
 *
 * @param firstBlock its first block; 0 without a partition table
 * @param blockCount how many blocks it has
 */
record PartitionPlacement(long firstBlock, long blockCount) {
  private static final int ALIGNMENT_BYTES = 1 << 20;
  private static final long MBR_BLOCK_COUNT_MAX = 0xffffffffL;
  static final int GPT_ENTRY_COUNT = 128;

  /** The header and the entries, which stand at the end of the medium as well. */
  static int gptBlockCount(int blockBytes) {
    return 1 + GPT_ENTRY_COUNT * GptEntry.LENGTH / blockBytes;
  }

  /**
   * Finds the place.
   *
   * @throws ImageRefusal if the medium is too small to have one, or larger than the table can say
   */
  static PartitionPlacement of(PartitionScheme scheme, int blockBytes, long blockCount) {
    if (scheme == PartitionScheme.NONE) {
      return new PartitionPlacement(0, blockCount);
    }
    long firstBlock = ALIGNMENT_BYTES / blockBytes;
    long behind = scheme == PartitionScheme.GPT ? gptBlockCount(blockBytes) : 0;
    long left = blockCount - firstBlock - behind;
    if (left <= 0) {
      throw new ImageRefusal(
          "a partition in %s starts at %d bytes and leaves %d for the table's copy; the image has"
              + " %d bytes",
          scheme, ALIGNMENT_BYTES, behind * blockBytes, blockCount * blockBytes);
    }
    if (scheme == PartitionScheme.MBR && left > MBR_BLOCK_COUNT_MAX) {
      throw new ImageRefusal(
          "the partition would have %d blocks, an MBR counts %d at most",
          left, MBR_BLOCK_COUNT_MAX);
    }
    return new PartitionPlacement(firstBlock, left);
  }
}
