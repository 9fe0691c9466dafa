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

  int blockCount() {
    return unsure.length;
  }

  /** A command to write these may or may not be carried out, or in part. */
  void mayBeWritten(long first, long blocks) {
    if (first >= 0 && blocks >= 0 && first <= unsure.length && blocks <= unsure.length - first) {
      Arrays.fill(unsure, (int) first, (int) (first + blocks), true);
    }
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

  /** Whether every byte of these blocks is known. */
  boolean sure(int first, int blocks) {
    for (int block = first; block < first + blocks; block++) {
      if (unsure[block]) {
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

  /** The bytes that have to be there. */
  byte[] bytes(int first, int length) {
    return Arrays.copyOfRange(expected, first * BLOCK, first * BLOCK + length);
  }
}
