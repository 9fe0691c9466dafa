package dev.umsim.bench.simulated;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.function.BooleanSupplier;

/** A simulated link that says that its time is real, and notes how long it was waited for. */
final class WallLink implements UsbLink {
  private final UsbLink inner;
  private long longestWaitNanos;

  WallLink(UsbLink inner) {
    this.inner = inner;
  }

  /** The longest wait that came to nothing. */
  long longestWaitNanos() {
    return longestWaitNanos;
  }

  @Override
  public void submit(Transfer transfer) {
    inner.submit(transfer);
  }

  @Override
  public void cancel(Transfer transfer) {
    inner.cancel(transfer);
  }

  @Override
  public void resetPort() {
    inner.resetPort();
  }

  @Override
  public Speed speed() {
    return inner.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    inner.onDisconnect(action);
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
  public long nanos() {
    return inner.nanos();
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.WALL;
  }

  @Override
  public void close() {
    inner.close();
  }
}
