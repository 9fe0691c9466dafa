package dev.umsim.sim.drive;

/**
 * How the firmware drives its storage: the driver of this stack on this device, and the path from
 * the drive into the firmware's memory.
 *
 * @param latencyNanos from a command of the driver to its first byte, at least 0
 * @param readBytesPerSecond at least 1; the drive may be slower
 * @param writeBytesPerSecond at least 1; the drive may be slower
 * @param scatteredWriteNanos what a write costs on top that does not go on where the last one
 *     ended, at least 0
 * @param writeCache whether the driver lets the drive keep writes for later
 */
public record StoragePort(
    long latencyNanos,
    long readBytesPerSecond,
    long writeBytesPerSecond,
    long scatteredWriteNanos,
    boolean writeCache) {
  public StoragePort {
    if (latencyNanos < 0
        || readBytesPerSecond < 1
        || writeBytesPerSecond < 1
        || scatteredWriteNanos < 0) {
      throw new IllegalArgumentException("a port has rates of at least 1, and no time below 0");
    }
  }
}
