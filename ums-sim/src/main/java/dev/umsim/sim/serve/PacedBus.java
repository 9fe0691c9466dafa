package dev.umsim.sim.serve;

import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.time.Timeline;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A bus whose simulated time keeps beside the real clock, for a device that is served to a host
 * outside: what would end at a moment is told at that moment, and never before.
 *
 * <p>Where the loop or the machine is late, the lag is repaid: by as much as the last end was told
 * late, and by a small allowance for the way to the host and back, what the host sends next is
 * taken to have come earlier, but not before that end. What the host itself takes, it takes.
 */
public final class PacedBus implements Bus {
  /** What a message and its answer are on their way through sockets and loops. */
  private static final long ALLOWANCE_NANOS = 250_000;

  /** A program that is later than this cannot keep up, and what is missed is not repaid. */
  private static final long LAG_NANOS_MAX = 20_000_000;

  /** The loop's timer counts whole milliseconds; what is nearer than that is waited for busily. */
  private static final long TIMER_NANOS = 2_000_000;

  private final Timeline timeline;
  private final TimedBus bus;
  private final EventLoop loop;
  private final LongSupplier realNanos;
  private final long originNanos;
  private Runnable note = () -> {};
  private long timerNanos = Long.MAX_VALUE;

  /** How late that was which happened last. */
  private long lagNanos;

  /**
   * @param bus of this timeline, without a host's controller: the host's own is at work
   */
  public PacedBus(Timeline timeline, TimedBus bus, EventLoop loop) {
    this(timeline, bus, loop, System::nanoTime);
  }

  PacedBus(Timeline timeline, TimedBus bus, EventLoop loop, LongSupplier realNanos) {
    this.timeline = timeline;
    this.bus = bus;
    this.loop = loop;
    this.realNanos = realNanos;
    originNanos = realNanos.getAsLong() - timeline.nowNanos();
  }

  /** The bus of the specification, beside the real clock. */
  public static PacedBus ofSpecification(EventLoop loop) {
    var timeline = new Timeline();
    return new PacedBus(timeline, new TimedBus(timeline), loop);
  }

  private long presentNanos() {
    return realNanos.getAsLong() - originNanos;
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
  public long nanos() {
    return bus.nanos();
  }

  @Override
  public void onReady(Runnable note) {
    this.note = note;
    bus.onReady(note);
  }

  /** Lets happen what is due by now; the loop comes back for what is not. */
  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    long present = presentNanos();
    catchUp(present - lagNanos - ALLOWANCE_NANOS);
    long before = timeline.nowNanos();
    boolean reached = bus.runDue(done, present);
    if (timeline.nowNanos() > before) {
      lagNanos = Math.min(LAG_NANOS_MAX, presentNanos() - timeline.nowNanos());
    }
    if (!reached) {
      timeline.nextNanos().ifPresent(this::comeBack);
    }
    return reached;
  }

  /** Time in which nothing was under way has passed, but for the allowance. */
  private void catchUp(long nanos) {
    if (timeline.nextNanos().orElse(Long.MAX_VALUE) > nanos) {
      timeline.passUntil(nanos);
    }
  }

  private void comeBack(long nextNanos) {
    long left = nextNanos - presentNanos();
    if (left < TIMER_NANOS) {
      // Behind what the loop has to read and to write meanwhile.
      loop.execute(note);
    } else if (nextNanos < timerNanos) {
      timerNanos = nextNanos;
      loop.schedule(this::timerEnds, left - TIMER_NANOS / 2, TimeUnit.NANOSECONDS);
    }
  }

  private void timerEnds() {
    timerNanos = Long.MAX_VALUE;
    note.run();
  }
}
