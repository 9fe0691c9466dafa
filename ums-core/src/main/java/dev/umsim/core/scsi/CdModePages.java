package dev.umsim.core.scsi;

import java.util.List;

/**
 * The mode pages of a CD drive: those that its features need (MMC-6, section 7), and the
 * capabilities page that hosts of all ages ask for (MMC-3, section 6.3.11).
 */
final class CdModePages {
  private static final int CAPABILITIES_FLAGS = 6;
  private static final int LOCKED_BIT = 1;

  /** 48 times the rate of an audio CD, in units of 1000 bytes a second. */
  private static final int SPEED = 8467;

  private static final int BUFFER_KIBIBYTES = 512;

  private CdModePages() {}

  static ModeParameters with(ModePage capabilities) {
    return new ModeParameters(
        List.of(errorRecovery(), powerCondition(), timeOutAndProtect(), capabilities));
  }

  /** Read error recovery: TB, RC, PER, DTE, DCR and the number of retries can be set. */
  private static ModePage errorRecovery() {
    return ModePage.of(0x01, 0x0a, new int[][] {}, new int[][] {{2, 0x37}, {3, 0xff}});
  }

  /** Power condition: no timer runs (for feature 0100). */
  private static ModePage powerCondition() {
    return ModePage.of(0x1a, 0x0a, new int[][] {}, new int[][] {});
  }

  /** Time-out and protect: no time-out is chosen (for feature 0105). */
  private static ModePage timeOutAndProtect() {
    return ModePage.of(0x1d, 0x0a, new int[][] {}, new int[][] {});
  }

  /** Reads CD-R, CD-RW and DVD-ROM; a tray that can be locked and ejects. */
  static ModePage capabilities() {
    return ModePage.of(
        0x2a,
        0x14,
        new int[][] {
          {2, 0x0b},
          {CAPABILITIES_FLAGS, 0x29},
          {8, SPEED >> 8},
          {9, SPEED & 0xff},
          {12, BUFFER_KIBIBYTES >> 8},
          {14, SPEED >> 8},
          {15, SPEED & 0xff}
        },
        new int[][] {});
  }

  static void tellLocked(ModePage capabilities, boolean locked) {
    capabilities.putCurrent(CAPABILITIES_FLAGS, LOCKED_BIT, locked);
  }
}
