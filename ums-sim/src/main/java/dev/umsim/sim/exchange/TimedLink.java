package dev.umsim.sim.exchange;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** A link that tells how long it took from the first transfer to the end of the last one. */
public final class TimedLink implements UsbLink {
  private final UsbLink inner;
  private boolean begun;
  private long beganNanos;
  private long endedNanos;

  /** A link that does what the other one does. */
  public TimedLink(UsbLink inner) {
    this.inner = inner;
  }

  /** Begins to count with the next transfer. */
  public void beginCase() {
    begun = false;
  }

  /** From the first transfer since then to the end of the last; nothing if there was none. */
  public OptionalLong caseNanos() {
    return begun && endedNanos >= beganNanos
        ? OptionalLong.of(endedNanos - beganNanos)
        : OptionalLong.empty();
  }

  @Override
  public void submit(Transfer transfer) {
    if (!begun) {
      begun = true;
      beganNanos = inner.nanos();
      endedNanos = beganNanos;
    }
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
  public void reattach() {
    inner.reattach();
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
    if (reached) {
      endedNanos = inner.nanos();
    }
    return reached;
  }

  @Override
  public void onReady(Runnable note) {
    inner.onReady(note);
  }

  @Override
  public long nanos() {
    return inner.nanos();
  }

  @Override
  public TimeBase timeBase() {
    return inner.timeBase();
  }

  @Override
  public void close() {
    inner.close();
  }
}
