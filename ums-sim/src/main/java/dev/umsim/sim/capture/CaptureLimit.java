package dev.umsim.sim.capture;

/**
 * How much is written of a capture.
 *
 * @param partBytes how long a file may become
 * @param goesOn whether another file is begun then; otherwise the capture is over
 */
public record CaptureLimit(long partBytes, boolean goesOn) {
  /** All of it, to one file. */
  public static final CaptureLimit NONE = new CaptureLimit(Long.MAX_VALUE, false);

  /** What descriptors and a long transfer need. */
  public static final long PART_BYTES_MIN = 64 << 10;

  public CaptureLimit {
    if (partBytes < PART_BYTES_MIN) {
      throw new IllegalArgumentException(
          "a capture of at most "
              + partBytes
              + " bytes holds next to nothing; it has to be "
              + PART_BYTES_MIN
              + " or more");
    }
  }
}
