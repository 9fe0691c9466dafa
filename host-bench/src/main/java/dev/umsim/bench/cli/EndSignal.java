package dev.umsim.bench.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Waits until the program is told to end, by Ctrl-C or SIGTERM, and lets it end well: with status
 * 0, after what it has to do when this is closed.
 */
final class EndSignal implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread atExit = new Thread(this::end, "end");
  private volatile boolean waited;

  EndSignal() {
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Waits to be told. */
  void await() throws InterruptedException {
    asked.await();
    waited = true;
  }

  /** A virtual machine that a signal ends has a status of its own unless it is halted. */
  private void end() {
    asked.countDown();
    try {
      done.await();
    } catch (InterruptedException e) {
      return;
    }
    if (waited) {
      Runtime.getRuntime().halt(Errors.GOOD);
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It is at work.
    }
  }
}
