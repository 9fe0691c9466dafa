package dev.umsim.core.testing;

import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A bus without time that moves one packet at a turn and notes each. */
public final class PacketBus implements Bus {
  private final ReadyRing ready = new ReadyRing();
  private final List<String> packets = new ArrayList<>();

  /** The packets since this was asked last, such as {@code DATA 64}. */
  public List<String> packets() {
    var taken = List.copyOf(packets);
    packets.clear();
    return taken;
  }

  @Override
  public Lane connect(BusPipe pipe) {
    return new Turn(pipe);
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
    while (!done.getAsBoolean()) {
      if (!ready.runOne()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long nanos() {
    return 0;
  }

  private void note(String packet) {
    // Only who asks for the packets wants them kept.
    if (packets.size() < 10_000) {
      packets.add(packet);
    }
  }

  private final class Turn implements Lane, Runnable {
    private final BusPipe pipe;
    private boolean waiting;

    Turn(BusPipe pipe) {
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
      var next = pipe.next();
      switch (next) {
        case NOTHING -> {}
        case SETUP, DATA, STATUS -> {
          note(next + " " + pipe.bytesOf(1));
          pipe.move(1);
        }
        case REFUSAL -> {
          note("REFUSAL");
          pipe.refuse();
        }
      }
    }
  }
}
