package dev.umsim.sim.time;

import dev.umsim.core.firmware.Turnaround;

/**
 * Firmware that is slower at the first event after a pause, as one that lowers its clock or sleeps
 * when nothing comes.
 *
 * <p>A pause counts from the end of the last command, or of the last event outside of one. However
 * long the data of a command is on the wire, the firmware is awake.
 */
public final class DrowsyTurnaround implements Turnaround {
  private final Turnaround awake;
  private final Timeline timeline;
  private final long idleAfterNanos;
  private final long penaltyNanos;
  private final TimeLedger ledger;
  private boolean busy;
  private long lastNanos;

  /**
   * @param awake how long it takes when it is awake
   * @param idleAfterNanos how long nothing has to be done before it dozes off, at least 0
   * @param penaltyNanos what it then takes on top, at least 0
   */
  public DrowsyTurnaround(
      Turnaround awake,
      Timeline timeline,
      long idleAfterNanos,
      long penaltyNanos,
      TimeLedger ledger) {
    if (idleAfterNanos < 0 || penaltyNanos < 0) {
      throw new IllegalArgumentException("time does not pass backwards");
    }
    this.awake = awake;
    this.timeline = timeline;
    this.idleAfterNanos = idleAfterNanos;
    this.penaltyNanos = penaltyNanos;
    this.ledger = ledger;
  }

  @Override
  public void commandBegins() {
    busy = true;
    awake.commandBegins();
  }

  @Override
  public void commandEnds() {
    busy = false;
    lastNanos = timeline.nowNanos();
    awake.commandEnds();
  }

  @Override
  public void after(Runnable action) {
    Runnable noted =
        () -> {
          lastNanos = timeline.nowNanos();
          action.run();
        };
    if (busy || timeline.nowNanos() - lastNanos <= idleAfterNanos) {
      awake.after(noted);
      return;
    }
    ledger.span(Activity.FIRMWARE, timeline.nowNanos(), timeline.nowNanos() + penaltyNanos);
    timeline.after(penaltyNanos, () -> awake.after(noted));
  }
}
