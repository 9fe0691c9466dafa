package dev.umsim.bench.cli;

import dev.umsim.bench.journal.EndSignals;
import java.util.concurrent.CountDownLatch;

/**
 * Waits until the program is told to end, by Ctrl-C or SIGTERM, and lets it end well, after what it
 * has to do when this is closed.
 */
final class EndSignal implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final Runnable listener = asked::countDown;

  EndSignal() {
    EndSignals.listen(listener);
  }

  /** Waits to be told. */
  void await() throws InterruptedException {
    asked.await();
    EndSignals.expected();
  }

  @Override
  public void close() {
    EndSignals.forget(listener);
  }
}
