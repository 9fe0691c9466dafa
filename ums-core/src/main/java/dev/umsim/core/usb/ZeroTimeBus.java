package dev.umsim.core.usb;

import java.util.function.BooleanSupplier;

/**
 * A bus on which no time passes: whatever can move moves as soon as its turn comes.
 *
 * <p>When nothing can move any more nothing ever will, so a wait ends at once and without success.
 */
public final class ZeroTimeBus implements Bus {
  private final ReadyRing ready = new ReadyRing();

  @Override
  public Lane connect(BusPipe pipe) {
    return new ZeroTimeLane(pipe);
  }

  @Override
  public void announce(Runnable action) {
    ready.add(action);
  }

  @Override
  public void holdFor(long nanos) {}

  @Override
  public void setSpeed(Speed speed) {}

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    ready.setRunning(true);
    try {
      while (!done.getAsBoolean()) {
        if (!ready.runOne()) {
          return false;
        }
      }
      return true;
    } finally {
      ready.setRunning(false);
    }
  }

  @Override
  public void onReady(Runnable note) {
    ready.onReady(note);
  }

  @Override
  public long nanos() {
    return 0;
  }

  private final class ZeroTimeLane implements Lane, Runnable {
    private final BusPipe pipe;
    private boolean waiting;

    ZeroTimeLane(BusPipe pipe) {
      this.pipe = pipe;
    }

    @Override
    public void wake() {
      if (!waiting) {
        waiting = true;
        ready.add(this);
      }
    }

    @Override
    public void settle() {}

    @Override
    public void run() {
      waiting = false;
      switch (pipe.next()) {
        case NOTHING -> {}
        case SETUP, DATA, STATUS -> pipe.move(pipe.movablePackets());
        case REFUSAL -> pipe.refuse();
      }
    }
  }
}
