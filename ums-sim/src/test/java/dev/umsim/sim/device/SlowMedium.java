package dev.umsim.sim.device;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/** A medium on which every access takes the same time, and which remembers when each began. */
final class SlowMedium extends ForwardingMedium {
  private final Timeline timeline;
  private final long nanos;
  private final List<Long> begun = new ArrayList<>();

  SlowMedium(Medium inner, Timeline timeline, long nanos) {
    super(inner);
    this.timeline = timeline;
    this.nanos = nanos;
  }

  /** When accesses began. */
  List<Long> begun() {
    return begun;
  }

  private void later(Runnable access) {
    begun.add(timeline.nowNanos());
    timeline.after(nanos, access);
  }

  @Override
  public void read(BlockAccess access) {
    later(() -> inner.read(access));
  }

  @Override
  public void write(BlockAccess access) {
    later(() -> inner.write(access));
  }

  @Override
  public void synchronize(BlockAccess access) {
    later(() -> inner.synchronize(access));
  }
}
