package dev.umsim.bench.usb;

import io.netty.channel.EventLoop;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Two threads beside an event loop: one waits for libusb, one makes the calls that wait. */
final class LoopEvents implements Events {
  private static final long SLICE_MICROS = 100_000;

  private final EventLoop loop;
  private final LibUsbContext context;
  private final ExecutorService calls =
      Executors.newSingleThreadExecutor(task -> daemon(task, "usb-calls"));
  private volatile boolean closed;

  LoopEvents(EventLoop loop, LibUsbContext context) {
    this.loop = loop;
    this.context = context;
    daemon(this::handle, "usb-events").start();
  }

  private static Thread daemon(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void handle() {
    while (!closed) {
      context.handleEvents(SLICE_MICROS);
    }
  }

  @Override
  public boolean ofTheCaller() {
    return false;
  }

  @Override
  public void call(Runnable waiting) {
    calls.execute(waiting);
  }

  @Override
  public void wake(LibUsbLink link) {
    synchronized (this) {
      notifyAll();
    }
    try {
      loop.execute(link::outcomesWait);
    } catch (RejectedExecutionException e) {
      // The loop has ended, and so nobody waits for it.
    }
  }

  @Override
  public synchronized void await(LibUsbContext unused, long micros) {
    try {
      wait(micros / 1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    calls.shutdown();
  }
}
