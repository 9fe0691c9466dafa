package dev.umsim.sim.time;

import dev.umsim.core.firmware.Turnaround;

/** Firmware that takes the same simulated time for each event. */
public record TimelineTurnaround(Timeline timeline, long nanos) implements Turnaround {
  public TimelineTurnaround {
    if (nanos < 0) {
      throw new IllegalArgumentException("time does not pass backwards: " + nanos + " ns");
    }
  }

  @Override
  public void after(Runnable action) {
    timeline.after(nanos, action);
  }
}
