package dev.umsim.sim.drive;

import dev.umsim.sim.time.Activity;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;

/**
 * The storage driver of a firmware at work: when its commands to the drive begin, and how long
 * their bytes take.
 *
 * <p>Pauses count from the end of the last command, not from its beginning: a drive that has been
 * busy for long has not been idle.
 */
public final class StorageDriver {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final StoragePort port;
  private final Drive drive;
  private final Sleep sleep;
  private final Timeline timeline;
  private final TimeLedger ledger;
  private long endedNanos;

  /**
   * @param ledger where the time is put down
   */
  public StorageDriver(
      StoragePort port, Drive drive, Sleep sleep, Timeline timeline, TimeLedger ledger) {
    this.port = port;
    this.drive = drive;
    this.sleep = sleep;
    this.timeline = timeline;
    this.ledger = ledger;
  }

  /** A read is asked for now; when its first byte is there. */
  long readBegins(long firstByte, long bytes) {
    long now = timeline.nowNanos();
    boolean kept = now - endedNanos <= port.readAheadKeptNanos();
    long asked = setOut(port.readLatencyNanos());
    long begins = drive.readBegins(asked, firstByte, bytes, kept);
    ledger.span(Activity.MEDIUM, asked, begins);
    return begins;
  }

  /** A write is asked for now; when its first byte can go. */
  long writeBegins(long firstByte) {
    boolean scattered = !drive.continuesWrite(firstByte);
    return setOut(port.writeLatencyNanos() + (scattered ? port.scatteredWriteNanos() : 0));
  }

  private long setOut(long latencyNanos) {
    long now = timeline.nowNanos();
    long awake = now - endedNanos > sleep.afterNanos() ? now + sleep.wakeNanos() : now;
    long asked = awake + latencyNanos;
    ledger.span(Activity.MEDIUM, now, awake);
    ledger.span(Activity.PORT, awake, asked);
    return asked;
  }

  /** How long bytes take from the drive. */
  long readNanos(long bytes) {
    return nanosFor(bytes, Math.min(port.readBytesPerSecond(), drive.bytesPerSecond()));
  }

  /** How long bytes take to the drive. */
  long writeNanos(long bytes) {
    return nanosFor(bytes, Math.min(port.writeBytesPerSecond(), drive.bytesPerSecond()));
  }

  private static long nanosFor(long bytes, long bytesPerSecond) {
    return Math.round((double) bytes * NANOS_PER_SECOND / bytesPerSecond);
  }

  /**
   * When a write is over whose last byte the drive has at a moment.
   *
   * @param durable whether it has to be on the medium by then, whatever cache there is
   */
  long writeEnds(long nanos, long firstByte, long bytes, boolean durable) {
    long ends = drive.writeEnds(nanos, firstByte, bytes, port.writeCache() && !durable);
    ledger.span(Activity.MEDIUM, nanos, ends);
    return ends;
  }

  /** When all that the drive has kept for later is on the medium, if it begins now. */
  long synchronizeEnds() {
    long now = timeline.nowNanos();
    long ends = drive.synchronizeEnds(now);
    ledger.span(Activity.MEDIUM, now, ends);
    return ends;
  }

  /** The drive is busy up to this moment, and its pause counts from there. */
  void busyUntil(long nanos) {
    endedNanos = Math.max(endedNanos, nanos);
  }
}
