package dev.umsim.sim.drive;

/** A flash memory: every block is as near as any other, and nothing is kept for later. */
public final class FlashDrive implements Drive {
  private final long bytesPerSecond;
  private long writeEnd = -1;

  /**
   * @param bytesPerSecond how fast it is, at least 1
   */
  public FlashDrive(long bytesPerSecond) {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("a rate is at least 1 byte a second");
    }
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public long bytesPerSecond() {
    return bytesPerSecond;
  }

  @Override
  public long readBegins(long nanos, long firstByte, long bytes, boolean kept) {
    return nanos;
  }

  @Override
  public boolean continuesWrite(long firstByte) {
    return firstByte == writeEnd;
  }

  @Override
  public long writeEnds(long nanos, long firstByte, long bytes, boolean cached) {
    writeEnd = firstByte + bytes;
    return nanos;
  }

  @Override
  public long synchronizeEnds(long nanos) {
    return nanos;
  }
}
