package dev.umsim.sim.image;

import java.util.Objects;

/**
 * A run of blocks that a partition table sets apart.
 *
 * @param number its place in the table, from 1
 * @param firstBlock where it starts
 * @param blockCount how many blocks it has
 * @param type what it is said to hold: two hexadecimal digits in an MBR, a GUID in a GPT, a word in
 *     a map of Apple's
 * @param id its own GUID in a GPT, else empty
 * @param name its name in a GPT or a map of Apple's, else empty
 */
public record Partition(
    int number, long firstBlock, long blockCount, String type, String id, String name) {

  /** Checks that there is a block in it. */
  public Partition {
    Objects.requireNonNull(type);
    Objects.requireNonNull(id);
    Objects.requireNonNull(name);
    if (number < 1 || firstBlock < 0 || blockCount < 1) {
      throw new IllegalArgumentException(
          "partition %d of %d blocks at %d".formatted(number, blockCount, firstBlock));
    }
  }

  /** The first block behind it. */
  public long endBlock() {
    return firstBlock + blockCount;
  }

  /** Whether it holds the logical partitions of an MBR, and no volume. */
  public boolean isExtended() {
    return number <= 4 && (type.equals("05") || type.equals("0f") || type.equals("85"));
  }
}
