package dev.umsim.core.scsi;

/**
 * Cylinders, heads and sectors of a disk, for hosts that still ask: those of the usual flexible
 * disks, and for everything else the ones that PC firmware makes up.
 *
 * @param cylinders at least 1, saturated at FFFF
 * @param kilobitsPerSecond FFFF where it is more than the field holds
 * @param rotationsPerMinute 0 where nothing turns
 */
record DiskGeometry(
    int cylinders, int heads, int sectorsPerTrack, int kilobitsPerSecond, int rotationsPerMinute) {
  static final DiskGeometry NONE = new DiskGeometry(0, 0, 0, 0, 0);

  /** 720 KB, 1.2 MB, 1.44 MB and 2.88 MB. */
  private static final DiskGeometry[] FLOPPIES = {
    new DiskGeometry(80, 2, 9, 250, 300),
    new DiskGeometry(80, 2, 15, 500, 360),
    new DiskGeometry(80, 2, 18, 500, 300),
    new DiskGeometry(80, 2, 36, 1000, 300)
  };

  private static final int MOST = 0xffff;
  private static final int SECTORS_PER_TRACK = 63;

  /** As the firmware of PCs does it: the fewest heads with which 1024 cylinders are enough. */
  private static final int[] HEADS = {16, 32, 64, 128, 255};

  private static final int MOST_CYLINDERS = 1024;

  static DiskGeometry of(Capacity capacity) {
    if (capacity.blockSize() == 512) {
      for (var floppy : FLOPPIES) {
        if (floppy.blockCount() == capacity.blockCount()) {
          return floppy;
        }
      }
    }
    return translated(capacity.blockCount());
  }

  private long blockCount() {
    return (long) cylinders * heads * sectorsPerTrack;
  }

  private static DiskGeometry translated(long blockCount) {
    int heads = HEADS[HEADS.length - 1];
    for (int each : HEADS) {
      if (Long.compareUnsigned(blockCount, (long) MOST_CYLINDERS * each * SECTORS_PER_TRACK) <= 0) {
        heads = each;
        break;
      }
    }
    long cylinders = Long.divideUnsigned(blockCount, (long) heads * SECTORS_PER_TRACK);
    return new DiskGeometry(
        (int) Math.min(Math.max(cylinders, 1), MOST), heads, SECTORS_PER_TRACK, MOST, 0);
  }
}
