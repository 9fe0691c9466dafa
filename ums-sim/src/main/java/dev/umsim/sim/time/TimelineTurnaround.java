package dev.umsim.sim.time;

import dev.umsim.core.firmware.Turnaround;

/** Firmware that takes simulated time for each event. */
public final class TimelineTurnaround implements Turnaround {
  private final Timeline timeline;
  private final long nanos;
  private final Jitter jitter;
  private final TimeLedger ledger;

  /** Firmware that takes the same time for each event. */
  public TimelineTurnaround(Timeline timeline, long nanos) {
    this(timeline, nanos, new Jitter(0, 0), TimeLedger.closed(timeline));
  }

  /**
   * @param nanos the mean, at least 0
   */
  public TimelineTurnaround(Timeline timeline, long nanos, Jitter jitter, TimeLedger ledger) {
    if (nanos < 0) {
      throw new IllegalArgumentException("time does not pass backwards: " + nanos + " ns");
    }
    this.timeline = timeline;
    this.nanos = nanos;
    this.jitter = jitter;
    this.ledger = ledger;
  }

  @Override
  public void after(Runnable action) {
    ledger.begin(Activity.FIRMWARE);
    timeline.after(
        jitter.around(nanos),
        () -> {
          ledger.end(Activity.FIRMWARE);
          action.run();
        });
  }
}
