package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import java.util.ArrayDeque;

/** A medium that serves accesses when a test tells it to. */
final class DelayedMedium extends ForwardingMedium {
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

  DelayedMedium(Medium inner) {
    super(inner);
  }

  /** How many accesses wait. */
  int waiting() {
    return waiting.size();
  }

  /** Serves the access that waits longest. */
  void serveOne() {
    waiting.remove().run();
  }

  /** Serves until no access waits, not even one that came meanwhile. */
  void serveAll() {
    while (!waiting.isEmpty()) {
      serveOne();
    }
  }

  @Override
  public void read(BlockAccess access) {
    waiting.add(() -> inner.read(access));
  }

  @Override
  public void write(BlockAccess access) {
    waiting.add(() -> inner.write(access));
  }

  @Override
  public void deallocate(BlockAccess access) {
    waiting.add(() -> inner.deallocate(access));
  }

  @Override
  public void synchronize(BlockAccess access) {
    waiting.add(() -> inner.synchronize(access));
  }
}
