package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;

/**
 * How many blocks of what size a medium has.
 *
 * @param blockSize bytes in a block, a power of two from 512 to 4096
 * @param blockCount number of blocks, at least 1; unsigned
 */
record Geometry(int blockSize, long blockCount) {
  Geometry {
    if (!isBlockSize(blockSize)) {
      throw new IllegalArgumentException(
          "a block has 512, 1024, 2048 or 4096 bytes, not " + blockSize);
    }
    if (blockCount == 0) {
      throw new IllegalArgumentException("a medium has at least 1 block");
    }
  }

  static boolean isBlockSize(int bytes) {
    return bytes >= 512 && bytes <= 4096 && Integer.bitCount(bytes) == 1;
  }

  /** Throws {@link IllegalArgumentException} if a block of the access lies outside. */
  void check(BlockAccess access) {
    int blocks = access.blockCount();
    if (blocks < 0
        || Long.compareUnsigned(blocks, blockCount) > 0
        || Long.compareUnsigned(access.firstBlock(), blockCount - blocks) > 0) {
      throw new IllegalArgumentException(
          "%d blocks from %s do not lie within %s"
              .formatted(
                  blocks,
                  Long.toUnsignedString(access.firstBlock()),
                  Long.toUnsignedString(blockCount)));
    }
  }
}
