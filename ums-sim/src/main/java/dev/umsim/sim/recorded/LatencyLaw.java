package dev.umsim.sim.recorded;

/**
 * How much longer than the wire a device takes for its commands.
 *
 * @param commandNanos for each command that moves no blocks
 * @param dataNanos more for each of them that moves data
 * @param readNanos for each command that reads blocks
 * @param readPicosPerByte and more for each byte that it reads
 * @param writeNanos for each command that writes blocks
 * @param writePicosPerByte and more for each byte that it writes
 */
public record LatencyLaw(
    long commandNanos,
    long dataNanos,
    long readNanos,
    long readPicosPerByte,
    long writeNanos,
    long writePicosPerByte) {
  /** No longer than the wire. */
  public static final LatencyLaw NONE = new LatencyLaw(0, 0, 0, 0, 0, 0);

  public LatencyLaw {
    if (commandNanos < 0
        || dataNanos < 0
        || readNanos < 0
        || readPicosPerByte < 0
        || writeNanos < 0
        || writePicosPerByte < 0) {
      throw new IllegalArgumentException("no device is faster than its wire");
    }
  }

  long read(long bytes) {
    return readNanos + bytes * readPicosPerByte / 1000;
  }

  long write(long bytes) {
    return writeNanos + bytes * writePicosPerByte / 1000;
  }
}
