package dev.umsim.sim.time;

import dev.umsim.core.firmware.Turnaround;

/**
 * The one processor of a device that carries its data itself: while it copies it computes nothing,
 * and what it has to do waits for its turn.
 */
public final class FirmwareProcessor implements Turnaround {
  private final Timeline timeline;
  private final long turnaroundNanos;
  private final Jitter jitter;
  private final TimeLedger ledger;
  private long freeNanos;

  /**
   * @param turnaroundNanos the mean for each event, at least 0
   */
  public FirmwareProcessor(
      Timeline timeline, long turnaroundNanos, Jitter jitter, TimeLedger ledger) {
    if (turnaroundNanos < 0) {
      throw new IllegalArgumentException("time does not pass backwards");
    }
    this.timeline = timeline;
    this.turnaroundNanos = turnaroundNanos;
    this.jitter = jitter;
    this.ledger = ledger;
  }

  /** When it is free. */
  public long freeNanos() {
    return Math.max(timeline.nowNanos(), freeNanos);
  }

  /** It is free and copies up to this moment. */
  public void copiesUntil(long nanos) {
    freeNanos = nanos;
  }

  @Override
  public void after(Runnable action) {
    long begins = freeNanos();
    freeNanos = begins + jitter.around(turnaroundNanos);
    ledger.span(Activity.FIRMWARE, begins, freeNanos);
    timeline.at(freeNanos, action);
  }
}
