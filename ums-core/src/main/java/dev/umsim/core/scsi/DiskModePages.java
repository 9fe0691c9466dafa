package dev.umsim.core.scsi;

import java.util.List;
import java.util.Optional;

/** The mode pages of a disk (SPC-4, section 7.5, and SBC-3, section 6.5). */
final class DiskModePages {
  private static final int WRITE_CACHE_ENABLED_BIT = 2;

  private DiskModePages() {}

  /** Caching: the write cache can be switched (SBC-3, section 6.5.5). */
  static ModePage caching(boolean writeCache) {
    return ModePage.of(
        0x08,
        0x12,
        new int[][] {{2, writeCache ? 1 << WRITE_CACHE_ENABLED_BIT : 0}},
        new int[][] {{2, 1 << WRITE_CACHE_ENABLED_BIT}});
  }

  static boolean writeCacheEnabled(ModePage caching) {
    return caching.bit(2, WRITE_CACHE_ENABLED_BIT);
  }

  static ModeParameters with(ModePage flexibleDisk, ModePage caching) {
    return new ModeParameters(
        List.of(
            errorRecovery(),
            flexibleDisk,
            caching,
            control(),
            powerCondition(),
            informationalExceptions()));
  }

  /** Flexible disk: the geometry of the medium, all 0 without one (SBC, 1997, section 6.1.6). */
  static ModePage flexibleDisk() {
    return ModePage.of(0x05, 0x1e, new int[][] {}, new int[][] {});
  }

  static void describe(ModePage flexibleDisk, Optional<Capacity> medium) {
    var geometry = medium.map(DiskGeometry::of).orElse(DiskGeometry.NONE);
    flexibleDisk.put16(2, geometry.kilobitsPerSecond());
    flexibleDisk.put(4, geometry.heads());
    flexibleDisk.put(5, geometry.sectorsPerTrack());
    flexibleDisk.put16(6, medium.map(Capacity::blockSize).orElse(0));
    flexibleDisk.put16(8, geometry.cylinders());
    flexibleDisk.put16(28, geometry.rotationsPerMinute());
  }

  /** Read-write error recovery: AWRE and ARRE at first, flags and retries can be set (6.5.8). */
  private static ModePage errorRecovery() {
    return ModePage.of(
        0x01,
        0x0a,
        new int[][] {{2, 0xc0}},
        new int[][] {{2, 0xff}, {3, 0xff}, {8, 0xff}, {10, 0xff}, {11, 0xff}});
  }

  /** Control: GLTSD, and no limit on how long the unit may be busy (SPC-4, section 7.5.8). */
  private static ModePage control() {
    return ModePage.of(0x0a, 0x0a, new int[][] {{2, 0x02}, {8, 0xff}, {9, 0xff}}, new int[][] {});
  }

  /** Power condition: no timer runs (SPC-4, section 7.5.13, in the length of SPC-3). */
  private static ModePage powerCondition() {
    return ModePage.of(0x1a, 0x0a, new int[][] {}, new int[][] {});
  }

  /** Informational exceptions: switched off by DEXCPT (SPC-4, section 7.5.11). */
  private static ModePage informationalExceptions() {
    return ModePage.of(0x1c, 0x0a, new int[][] {{2, 0x08}}, new int[][] {});
  }
}
