package dev.umsim.bench.simulated;

import dev.umsim.core.usb.ForwardingLink;
import dev.umsim.core.usb.UsbLink;
import java.util.function.BooleanSupplier;

/** A simulated link that says that its time is real, and notes how long it was waited for. */
final class WallLink extends ForwardingLink {
  private long longestWaitNanos;

  WallLink(UsbLink inner) {
    super(inner);
  }

  /** The longest wait that came to nothing. */
  long longestWaitNanos() {
    return longestWaitNanos;
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    boolean reached = inner.runUntil(done, timeoutNanos);
    if (!reached) {
      longestWaitNanos = Math.max(longestWaitNanos, timeoutNanos);
    }
    return reached;
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.WALL;
  }
}
