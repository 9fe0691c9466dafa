package dev.umsim.core.usb;

import java.util.function.BooleanSupplier;

/**
 * A link that hands everything on to another one; what is to be otherwise is overridden.
 *
 * <p>A transfer that is handed on as it is completes by itself: whoever wants to see its end
 * submits a transfer of its own in its place.
 */
public abstract class ForwardingLink implements UsbLink {
  /** The link that does the work. */
  protected final UsbLink inner;

  /** Forwards to {@code inner}, and closes it when it is closed. */
  protected ForwardingLink(UsbLink inner) {
    this.inner = inner;
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
    return inner.runUntil(done, timeoutNanos);
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
