package dev.umsim.bench.guest;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A medium that does something before one of the accesses to another medium: before the read or the
 * write with a number that is counted from when it was asked for.
 */
final class TrippedMedium extends ForwardingMedium {
  private final Trip reads = new Trip();
  private final Trip writes = new Trip();

  TrippedMedium(Medium inner) {
    super(inner);
  }

  /** What is to happen, and in how many accesses. */
  private static final class Trip {
    private final AtomicInteger left = new AtomicInteger();
    private volatile Runnable action;

    void set(int number, Runnable action) {
      this.action = action;
      left.set(number);
    }

    void passed() {
      if (left.get() > 0 && left.decrementAndGet() == 0) {
        action.run();
      }
    }
  }

  /** Before the read with this number, from 1 on, on the thread that reads. */
  void beforeRead(int number, Runnable action) {
    reads.set(number, action);
  }

  /** Before the write with this number, from 1 on, on the thread that writes. */
  void beforeWrite(int number, Runnable action) {
    writes.set(number, action);
  }

  @Override
  public void read(BlockAccess access) {
    reads.passed();
    inner.read(access);
  }

  @Override
  public void write(BlockAccess access) {
    writes.passed();
    inner.write(access);
  }
}
