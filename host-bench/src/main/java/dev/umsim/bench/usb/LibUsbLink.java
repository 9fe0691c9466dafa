package dev.umsim.bench.usb;

import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * The link to a device at a port of this machine, over libusb.
 *
 * <p>The kernel has addressed and configured the device, and goes on to do so: SET_ADDRESS is
 * answered here, SET_CONFIGURATION, SET_INTERFACE and CLEAR_FEATURE(ENDPOINT_HALT) are asked of the
 * kernel, which has data toggles of its own to keep.
 *
 * <p>One transfer of each endpoint is under way at a time. What libusb tells may come on any
 * thread, is queued, and is taken in by the thread that runs the link.
 */
public final class LibUsbLink implements UsbLink {
  private static final long SLICE_MICROS = 100_000;

  private final ClaimedDevice device;
  private final Events events;
  private final ReadyRing ready = new ReadyRing();
  private final Queue<Runnable> outcomes = new ConcurrentLinkedQueue<>();
  private final DeviceTransfers transfers;
  private final long startNanos = System.nanoTime();

  LibUsbLink(ClaimedDevice device, Events events) {
    this.device = device;
    this.events = events;
    transfers = new DeviceTransfers(device, events::call, this::outcome, ready);
  }

  /** A link that is run by the calling thread alone; the device stays open when it is closed. */
  public static LibUsbLink attach(ClaimedDevice device) {
    return new LibUsbLink(device, Events.OF_THE_CALLER);
  }

  /** A link on a loop that others run; the device stays open when it is closed. */
  public static LibUsbLink attachOn(EventLoop loop, ClaimedDevice device) {
    return new LibUsbLink(device, new LoopEvents(loop, device.context()));
  }

  @Override
  public void submit(Transfer transfer) {
    transfers.submit(transfer);
  }

  private void outcome(Runnable action) {
    outcomes.add(action);
    events.wake(this);
  }

  /** Takes in what libusb has told; on the thread that runs the link. */
  void takeOutcomes() {
    for (var outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
      outcome.run();
    }
  }

  @Override
  public void cancel(Transfer transfer) {
    transfers.cancel(transfer);
  }

  @Override
  public void resetPort() {
    transfers.reset();
  }

  @Override
  public Speed speed() {
    return device.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    transfers.onDisconnect(action);
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    long start = System.nanoTime();
    ready.setRunning(true);
    try {
      takeOutcomes();
      while (!done.getAsBoolean()) {
        if (!ready.runOne() && !waitForMore(start, timeoutNanos)) {
          return false;
        }
      }
      return true;
    } finally {
      ready.setRunning(false);
    }
  }

  /** Lets libusb bring something; false if it does not or there is no time left. */
  private boolean waitForMore(long start, long timeoutNanos) {
    if (!events.ofTheCaller()) {
      return false;
    }
    handleEvents(0);
    while (ready.isEmpty()) {
      long left = timeoutNanos - (System.nanoTime() - start);
      if (left <= 0 || transfers.areOver()) {
        return false;
      }
      handleEvents(Math.min(SLICE_MICROS, left / 1000 + 1));
      transfers.abandonIfOverdue();
    }
    return true;
  }

  private void handleEvents(long micros) {
    device.context().handleEvents(micros);
    takeOutcomes();
  }

  @Override
  public void onReady(Runnable note) {
    if (events.ofTheCaller()) {
      UsbLink.super.onReady(note);
    }
    ready.onReady(note);
  }

  /** What waits for the thread that runs the link, from another one's point of view. */
  void outcomesWait() {
    ready.add(this::takeOutcomes);
  }

  @Override
  public long nanos() {
    return System.nanoTime() - startNanos;
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.WALL;
  }

  /** Waits until libusb has given back all that is under way, but not for ever. */
  @Override
  public void close() {
    transfers.lose();
    long start = System.nanoTime();
    while (!transfers.areOver() && System.nanoTime() - start < DeviceTransfers.PATIENCE_NANOS) {
      events.await(device.context(), SLICE_MICROS);
      takeOutcomes();
    }
    if (!transfers.areOver()) {
      transfers.abandon();
    }
    transfers.free();
    events.close();
  }
}
