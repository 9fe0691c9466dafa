package dev.umsim.core.scsi;

/**
 * A disc as its blocks make it: one session with one data track from block 0 to the end.
 *
 * <p>It is a CD as long as the lead-out has an address in minutes, seconds and frames, of which the
 * last is 99:59:74 (about 878 MiB; IEC 60908, where minutes have two digits). A larger one is a DVD
 * of one layer.
 *
 * @param blockCount unsigned, not 0
 */
record Disc(long blockCount) {
  private static final int FRAMES_PER_SECOND = 75;
  private static final int FRAMES_PER_MINUTE = 60 * FRAMES_PER_SECOND;

  /** The frame of block 0: two seconds of lead-in come before it. */
  private static final int FIRST_FRAME = 2 * FRAMES_PER_SECOND;

  private static final long LAST_FRAME_OF_CD = 100L * FRAMES_PER_MINUTE - 1;

  /** FF:3B:4A, the last frame whose minute fits in a byte. */
  private static final long LAST_FRAME_OF_FIELD = 256L * FRAMES_PER_MINUTE - 1;

  /** Whether it is a CD, and not a DVD. */
  boolean isCompact() {
    return Long.compareUnsigned(blockCount, LAST_FRAME_OF_CD - FIRST_FRAME) <= 0;
  }

  /** The block behind the last one, FFFFFFFF where four bytes do not hold it. */
  long leadOut() {
    return Capacity.saturated(blockCount);
  }

  /**
   * Puts the address of a block into four bytes: its number, or 0, minute, second and frame. Larger
   * numbers than the fields hold become the largest that they hold.
   */
  static void putAddress(byte[] bytes, int at, long block, boolean minutesSecondsFrames) {
    if (!minutesSecondsFrames) {
      Bytes.put32(bytes, at, Capacity.saturated(block));
      return;
    }
    long frame = Math.min(Capacity.saturated(block) + FIRST_FRAME, LAST_FRAME_OF_FIELD);
    bytes[at + 1] = (byte) (frame / FRAMES_PER_MINUTE);
    bytes[at + 2] = (byte) (frame / FRAMES_PER_SECOND % 60);
    bytes[at + 3] = (byte) (frame % FRAMES_PER_SECOND);
  }
}
