package dev.umsim.bench.journal;

import java.util.concurrent.CountDownLatch;

/**
 * Whether the program is being ended by a signal, whose end then waits until a device has been left
 * as it was found.
 */
public final class StopRequest implements AutoCloseable {
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread atExit = new Thread(this::stop, "stop");
  private volatile boolean asked;
  private volatile long askedNanos;

  /** Begins to listen. */
  public StopRequest() {
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  private void stop() {
    askedNanos = System.nanoTime();
    asked = true;
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the program is being ended. */
  boolean asked() {
    return asked;
  }

  /** For how long it has been. */
  long sinceNanos() {
    return System.nanoTime() - askedNanos;
  }

  /** All is done that the end has to wait for. */
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It is at work, and goes on now.
    }
  }
}
