package dev.umsim.sim.drive;

/**
 * What a medium is made of, and how long it takes to get at a block. A drive has a state, such as
 * where its head is, and belongs to one medium.
 *
 * <p>All moments are nanoseconds of one timeline, and never lie before those of earlier calls.
 */
public sealed interface Drive permits FlashDrive, DiskDrive {
  /** How fast bytes come off the medium or go onto it, in bytes a second. */
  long bytesPerSecond();

  /**
   * When the first byte of a read is there that is asked for at a moment.
   *
   * @param firstByte where the read begins on the medium
   * @param bytes how long it is
   * @param kept whether what was read ahead by the last read is still there
   */
  long readBegins(long nanos, long firstByte, long bytes, boolean kept);

  /** Whether a write goes on where the last one ended. */
  boolean continuesWrite(long firstByte);

  /**
   * When a write is over whose last byte the drive has at a moment.
   *
   * @param firstByte where the write begins on the medium
   * @param bytes how long it is
   * @param cached whether the drive may keep it for later
   */
  long writeEnds(long nanos, long firstByte, long bytes, boolean cached);

  /** When all that is kept for later is on the medium. */
  long synchronizeEnds(long nanos);
}
