package dev.umsim.sim.serve;

import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.Speed;
import java.util.function.BooleanSupplier;

/** A bus that is run again and again, with a clock that goes on in between. */
final class ClockedBus implements Bus {
  private static final int TRIES_MAX = 10_000_000;

  private final Bus bus;
  private final Runnable clock;

  ClockedBus(Bus bus, Runnable clock) {
    this.bus = bus;
    this.clock = clock;
  }

  @Override
  public Lane connect(BusPipe pipe) {
    return bus.connect(pipe);
  }

  @Override
  public void announce(Runnable action) {
    bus.announce(action);
  }

  @Override
  public void announceToHost(Runnable announcement) {
    bus.announceToHost(announcement);
  }

  @Override
  public void holdFor(long nanos) {
    bus.holdFor(nanos);
  }

  @Override
  public void setSpeed(Speed speed) {
    bus.setSpeed(speed);
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      if (bus.runUntil(done, 0)) {
        return true;
      }
      clock.run();
    }
    return false;
  }

  @Override
  public long nanos() {
    return bus.nanos();
  }
}
