package dev.umsim.sim.drive;

/**
 * How the firmware drives its storage: the driver of this stack on this device, and the path from
 * the drive into the firmware's memory.
 *
 * @param readLatencyNanos from a read of the driver to its first byte, at least 0
 * @param writeLatencyNanos from a write of the driver to its first byte, at least 0
 * @param readBytesPerSecond at least 1; the drive may be slower
 * @param writeBytesPerSecond at least 1; the drive may be slower
 * @param scatteredWriteNanos what a write costs on top that does not go on where the last one
 *     ended, at least 0
 * @param writeCache whether the driver lets the drive keep writes for later
 * @param readAheadKeptNanos how long after the last command the drive still has what it read ahead,
 *     at least 0
 */
public record StoragePort(
    long readLatencyNanos,
    long writeLatencyNanos,
    long readBytesPerSecond,
    long writeBytesPerSecond,
    long scatteredWriteNanos,
    boolean writeCache,
    long readAheadKeptNanos) {
  /** A port that keeps what was read ahead for ever. */
  public static final long KEPT_FOR_EVER = Long.MAX_VALUE;

  public StoragePort {
    if (readLatencyNanos < 0
        || writeLatencyNanos < 0
        || readBytesPerSecond < 1
        || writeBytesPerSecond < 1
        || scatteredWriteNanos < 0
        || readAheadKeptNanos < 0) {
      throw new IllegalArgumentException("a port has rates of at least 1, and no time below 0");
    }
  }

  /** A port whose reads and writes have the same latency, and which keeps what was read ahead. */
  public StoragePort(
      long latencyNanos,
      long readBytesPerSecond,
      long writeBytesPerSecond,
      long scatteredWriteNanos,
      boolean writeCache) {
    this(
        latencyNanos,
        latencyNanos,
        readBytesPerSecond,
        writeBytesPerSecond,
        scatteredWriteNanos,
        writeCache,
        KEPT_FOR_EVER);
  }
}
