package dev.umsim.core.bot;

import dev.umsim.core.testing.ScriptedMedium;
import java.util.Arrays;

/**
 * What a test knows of the blocks of a medium: what each has to hold, or that it cannot be known
 * because a write of it was broken off.
 */
final class BlockModel {
  private static final int BLOCK = 512;

  private final ScriptedMedium medium;
  private final byte[] expected;
  private final boolean[] unsure;

  BlockModel(ScriptedMedium medium) {
    this.medium = medium;
    expected = medium.content().clone();
    unsure = new boolean[expected.length / BLOCK];
  }

  /** A command to write these may or may not be carried out, or in part. */
  void mayBeWritten(long first, long blocks) {
    if (first >= 0 && blocks >= 0 && first <= unsure.length && blocks <= unsure.length - first) {
      Arrays.fill(unsure, (int) first, (int) (first + blocks), true);
    }
  }

  /**
   * Whatever this CDB would write, if it were carried out. Read by hand.
   *
   * @param cdb 16 bytes, of which the command uses some
   */
  void mayBeWrittenBy(byte[] cdb) {
    switch (cdb[0] & 0xff) {
      case 0x0a -> {
        long blocks = number(cdb, 4, 1);
        mayBeWritten(number(cdb, 1, 3) & 0x1f_ffff, blocks == 0 ? 256 : blocks);
      }
      case 0x2a, 0x2e, 0x41 -> mayBeWritten(number(cdb, 2, 4), number(cdb, 7, 2));
      case 0xaa, 0xae -> mayBeWritten(number(cdb, 2, 4), number(cdb, 6, 4));
      case 0x8a, 0x8e, 0x93 -> mayBeWritten(number(cdb, 2, 8), number(cdb, 10, 4));
      default -> {
        // Writes nothing.
      }
    }
  }

  private static long number(byte[] bytes, int at, int width) {
    long number = 0;
    for (int i = 0; i < width; i++) {
      number = number << 8 | bytes[at + i] & 0xff;
    }
    return number;
  }

  /** These were written, unless an earlier write of the same may still come. */
  void written(int first, byte[] data, int bytes) {
    System.arraycopy(data, 0, expected, first * BLOCK, bytes / BLOCK * BLOCK);
  }

  /** What was read agrees with what is known. */
  boolean agrees(int first, byte[] data) {
    for (int at = 0; at < data.length; at += BLOCK) {
      int length = Math.min(BLOCK, data.length - at);
      int from = first * BLOCK + at;
      if (!unsure[first + at / BLOCK]
          && !Arrays.equals(data, at, at + length, expected, from, from + length)) {
        return false;
      }
    }
    return true;
  }

  /** The medium itself agrees with what is known. */
  boolean agreesWithMedium() {
    return agrees(0, medium.content());
  }

  /** No write is under way any more: what is there now is what has to be there. */
  void learn() {
    for (int block = 0; block < unsure.length; block++) {
      if (unsure[block]) {
        System.arraycopy(medium.content(), block * BLOCK, expected, block * BLOCK, BLOCK);
        unsure[block] = false;
      }
    }
  }
}
