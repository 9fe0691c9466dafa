package dev.umsim.sim.drive;

import java.util.ArrayDeque;

/**
 * A disk that turns, with one head and a write cache.
 *
 * <p>Reads and writes that go on where the last one ended cost nothing but their bytes: the disk
 * reads ahead, and puts together what it writes. For any other write the disk turns: once around if
 * the host has to wait for it, and half around if it may be kept for later, since a disk that can
 * choose finds two such writes a revolution. Where the head has to go far, its seek comes on top. A
 * write that is kept takes a slot of the cache, and one that finds no slot waits for the first to
 * be free.
 */
public final class DiskDrive implements Drive {
  private final Mechanics mechanics;
  private final ArrayDeque<Long> keptUntil = new ArrayDeque<>();
  private long readEnd = -1;
  private long writeEnd = -1;
  private long head;
  private long allWrittenNanos;

  /**
   * What a disk can do.
   *
   * @param bytesPerSecond between platter and cache, at least 1
   * @param rotationNanos one revolution, at least 1
   * @param seekNanos a short seek with settling, at least 0
   * @param nearBytes how far the head gets without a seek that counts, at least 0
   * @param writeSlots how many writes its cache keeps, at least 1
   */
  public record Mechanics(
      long bytesPerSecond, long rotationNanos, long seekNanos, long nearBytes, int writeSlots) {
    public Mechanics {
      if (bytesPerSecond < 1
          || rotationNanos < 1
          || seekNanos < 0
          || nearBytes < 0
          || writeSlots < 1) {
        throw new IllegalArgumentException("a disk turns, has a rate and a slot to write from");
      }
    }
  }

  /** A disk whose head stands at its beginning. */
  public DiskDrive(Mechanics mechanics) {
    this.mechanics = mechanics;
  }

  @Override
  public long bytesPerSecond() {
    return mechanics.bytesPerSecond;
  }

  @Override
  public long readBegins(long nanos, long firstByte, long bytes, boolean kept) {
    boolean ahead = kept && firstByte == readEnd;
    readEnd = firstByte + bytes;
    if (ahead) {
      return nanos;
    }
    return nanos + seekTo(firstByte, readEnd) + mechanics.rotationNanos / 2;
  }

  @Override
  public boolean continuesWrite(long firstByte) {
    return firstByte == writeEnd;
  }

  @Override
  public long writeEnds(long nanos, long firstByte, long bytes, boolean cached) {
    boolean goesOn = continuesWrite(firstByte);
    writeEnd = firstByte + bytes;
    long seek = seekTo(firstByte, writeEnd);
    if (goesOn) {
      return nanos;
    }
    return cached
        ? kept(nanos, seek + mechanics.rotationNanos / 2)
        : nanos + seek + mechanics.rotationNanos;
  }

  private long seekTo(long firstByte, long endByte) {
    long distance = Math.abs(firstByte - head);
    head = endByte;
    return distance > mechanics.nearBytes ? mechanics.seekNanos : 0;
  }

  /** Takes a slot; when the host is let go. */
  private long kept(long nanos, long writeNanos) {
    while (!keptUntil.isEmpty() && keptUntil.peek() <= nanos) {
      keptUntil.poll();
    }
    long begins = nanos;
    if (keptUntil.size() == mechanics.writeSlots) {
      begins = keptUntil.poll();
    }
    allWrittenNanos = Math.max(allWrittenNanos, begins) + writeNanos;
    keptUntil.add(allWrittenNanos);
    return begins;
  }

  @Override
  public long synchronizeEnds(long nanos) {
    return Math.max(nanos, allWrittenNanos);
  }
}
