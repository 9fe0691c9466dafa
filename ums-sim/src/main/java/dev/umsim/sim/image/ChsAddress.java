package dev.umsim.sim.image;

import java.nio.ByteBuffer;

/**
 * A block's address by cylinder, head and sector, as an MBR holds it in 24 bits (UEFI 2.10, table
 * 5.2), for the geometry of 255 heads and 63 sectors.
 */
record ChsAddress(int cylinder, int head, int sector) {
  private static final int CYLINDER_MAX = 1023;

  /** What stands for all blocks beyond the last cylinder that can be named. */
  private static final ChsAddress BEYOND = new ChsAddress(CYLINDER_MAX, 254, 63);

  /** What UEFI wants there at the end of a protective entry. */
  private static final ChsAddress PROTECTIVE_BEYOND = new ChsAddress(CYLINDER_MAX, 255, 63);

  static ChsAddress of(long block) {
    return of(block, BEYOND);
  }

  static ChsAddress ofProtectiveEnd(long block) {
    return of(block, PROTECTIVE_BEYOND);
  }

  private static ChsAddress of(long block, ChsAddress beyond) {
    long track = block / BootSector.SECTORS_PER_TRACK;
    long cylinder = track / BootSector.HEAD_COUNT;
    if (cylinder > CYLINDER_MAX) {
      return beyond;
    }
    int head = (int) (track % BootSector.HEAD_COUNT);
    int sector = (int) (block % BootSector.SECTORS_PER_TRACK) + 1;
    return new ChsAddress((int) cylinder, head, sector);
  }

  void encode(ByteBuffer out, int at) {
    out.put(at, (byte) head);
    out.put(at + 1, (byte) (sector | cylinder >> 8 << 6));
    out.put(at + 2, (byte) cylinder);
  }
}
