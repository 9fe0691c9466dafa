package dev.umsim.sim.bus;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.time.Activity;
import dev.umsim.sim.time.Jitter;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bus on which packets take their time (USB 2.0, section 5.8.4).
 *
 * <p>A pipe that has something to move gets the bus for a whole train of packets, which move
 * together when the last of them has gone. The train is cut where it is when something happens to
 * its pipe, and behind the packet under way when another pipe wants the bus; pipes then take turns.
 * A NAK takes no time.
 */
public final class TimedBus implements Bus {
  private static final TransactionTrain.Place NOWHERE = new TransactionTrain.Place(0, 0);

  private final Timeline timeline;
  private final Optional<HostController> controller;
  private final DeviceEndpoints endpoints;
  private final Jitter latencies;
  private final TimeLedger ledger;
  private final ReadyRing ready = new ReadyRing();
  private final ArrayDeque<TimedLane> waiting = new ArrayDeque<>();
  private final Runnable start = this::start;
  private final Runnable trainArrives = this::trainArrives;
  private Speed speed;
  private BusTiming timing;
  private boolean startAsked;
  private long silentUntilNanos;

  /** How far the bus is taken, and when that was reached. */
  private TransactionTrain.Place taken = NOWHERE;

  private long takenNanos;

  private @Nullable TimedLane onBus;
  private @Nullable TransactionTrain train;
  private Timeline.@Nullable Event arrival;

  /** When the host is told of the transfer that has ended last. */
  private long toldNanos;

  /** The bus of the specification, whose host learns at once of all that happens. */
  public TimedBus(Timeline timeline) {
    this(timeline, Optional.empty(), DeviceEndpoints.FAST, 0, TimeLedger.closed(timeline));
  }

  /** A bus that a host's controller drives, with a device that is never the bottleneck. */
  public static TimedBus of(Timeline timeline, HostController controller) {
    return new TimedBus(
        timeline, Optional.of(controller), DeviceEndpoints.FAST, 0, TimeLedger.closed(timeline));
  }

  /**
   * A bus whose time is that of the timeline.
   *
   * @param controller how the host drives it, or nothing for the bus of the specification
   * @param endpoints how fast the device takes packets
   * @param seed what the latencies of the controller are drawn from
   * @param ledger where its time is put down
   */
  public TimedBus(
      Timeline timeline,
      Optional<HostController> controller,
      DeviceEndpoints endpoints,
      long seed,
      TimeLedger ledger) {
    this.timeline = timeline;
    this.controller = controller;
    this.endpoints = endpoints;
    this.ledger = ledger;
    latencies = new Jitter(seed, controller.map(HostController::jitter).orElse(0.0));
    setSpeed(Speed.FULL);
  }

  @Override
  public Lane connect(BusPipe pipe) {
    return new TimedLane(pipe);
  }

  @Override
  public void announce(Runnable action) {
    ready.add(action);
  }

  @Override
  public void announceToHost(Runnable announcement) {
    if (controller.isEmpty()) {
      ready.add(announcement);
      return;
    }
    long noticed = controller.get().noticedNanos(timeline.nowNanos(), speed);
    long told = noticed + latencies.around(controller.get().latencyNanos());
    // What is noticed together is told together, and in its order.
    toldNanos = Math.max(toldNanos, told);
    ledger.begin(Activity.HOST_LATENCY);
    timeline.at(
        toldNanos,
        () -> {
          ledger.end(Activity.HOST_LATENCY);
          announcement.run();
        });
  }

  @Override
  public void holdFor(long nanos) {
    silentUntilNanos = Math.max(silentUntilNanos, timeline.nowNanos()) + nanos;
  }

  @Override
  public void setSpeed(Speed speed) {
    if (onBus != null) {
      onBus.settle();
    }
    this.speed = speed;
    timing = HostController.timing(controller, endpoints, speed);
    taken = NOWHERE;
    takenNanos = 0;
  }

  @Override
  public long nanos() {
    return timeline.nowNanos();
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    long now = timeline.nowNanos();
    long deadline = timeoutNanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + timeoutNanos;
    boolean reached = runDue(done, deadline);
    if (!reached && deadline != Long.MAX_VALUE) {
      timeline.passUntil(deadline);
    }
    return reached;
  }

  /**
   * Lets happen what is due by a moment of the timeline; no time passes behind the last of it.
   *
   * @return whether {@code done} was reached
   */
  public boolean runDue(BooleanSupplier done, long untilNanos) {
    ready.setRunning(true);
    try {
      while (!done.getAsBoolean()) {
        if (!ready.runOne() && !timeline.stepUntil(untilNanos)) {
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

  /** Gives the free bus to the pipe whose turn it is. */
  private void start() {
    startAsked = false;
    if (onBus != null) {
      return;
    }
    waiting.removeIf(TimedLane::hasNothingToMove);
    var lane = waiting.poll();
    if (lane == null) {
      return;
    }
    lane.waits = false;
    boolean alone = waiting.isEmpty();
    onBus = lane;
    ledger.begin(Activity.BUS);
    train = trainOf(lane.pipe, alone ? lane.pipe.movablePackets() : 1);
    arrival = timeline.at(train.nanosAfter(train.count()), trainArrives);
  }

  private TransactionTrain trainOf(BusPipe pipe, int packets) {
    var next = pipe.next();
    int bytes = pipe.bytesOf(packets);
    int last = bytes - Math.max(0, packets - 1) * pipe.maxPacketBytes();
    int least = controller.map(each -> timing.bytesIn(each.packetNanos(pipe))).orElse(0);
    var from = firstFreePlace();
    return new TransactionTrain(
        timing,
        from.frame(),
        from.bytes(),
        packets,
        endpoints.slots(pipe, speed)
            * Math.max(least, timing.transactionBytes(next, pipe.maxPacketBytes())),
        Math.max(least, timing.transactionBytes(next, last)));
  }

  private TransactionTrain.Place firstFreePlace() {
    long from = Math.max(timeline.nowNanos(), silentUntilNanos);
    // Exactly where the last train ended there is no rounding up to the next byte.
    if (from <= takenNanos) {
      return taken;
    }
    long frame = from / timing.frameNanos();
    long inFrame = from % timing.frameNanos() * timing.frameBytes();
    return new TransactionTrain.Place(
        frame, (int) ((inFrame + timing.frameNanos() - 1) / timing.frameNanos()));
  }

  private void trainArrives() {
    var lane = onBus;
    int count = requireNonNull(train).count();
    leaveBusAt(train.placeAfter(count), timeline.nowNanos());
    requireNonNull(lane).pass(count);
  }

  private void leaveBusAt(TransactionTrain.Place place, long nanos) {
    taken = place;
    takenNanos = nanos;
    ledger.end(Activity.BUS);
    onBus = null;
    train = null;
    arrival = null;
    askToStart();
  }

  private void askToStart() {
    if (!startAsked) {
      startAsked = true;
      ready.add(start);
    }
  }

  /** Another pipe wants the bus: the train ends behind the packet that is under way. */
  private void cutTrainForAnother() {
    int gone = requireNonNull(train).goneAt(timeline.nowNanos());
    int count = gone + 1;
    if (count < train.count()) {
      requireNonNull(arrival).cancel();
      train = train.cutAfter(count);
      arrival = timeline.at(train.nanosAfter(count), trainArrives);
    }
  }

  private final class TimedLane implements Lane {
    private final BusPipe pipe;
    private boolean waits;

    TimedLane(BusPipe pipe) {
      this.pipe = pipe;
    }

    /** So many transactions of this pipe have gone over the bus. */
    private void pass(int transactions) {
      if (pipe.next() == BusPipe.Next.REFUSAL) {
        pipe.refuse();
      } else {
        pipe.move(transactions);
      }
    }

    private boolean hasNothingToMove() {
      if (pipe.next() == BusPipe.Next.NOTHING) {
        waits = false;
        return true;
      }
      return false;
    }

    @Override
    public void wake() {
      if (this == onBus || waits || pipe.next() == BusPipe.Next.NOTHING) {
        return;
      }
      waits = true;
      waiting.add(this);
      if (onBus == null) {
        askToStart();
      } else {
        cutTrainForAnother();
      }
    }

    @Override
    public void settle() {
      if (this != onBus) {
        return;
      }
      long now = timeline.nowNanos();
      int gone = requireNonNull(train).goneAt(now);
      requireNonNull(arrival).cancel();
      if (gone == 0) {
        leaveBusAt(taken, takenNanos);
      } else {
        leaveBusAt(train.placeAfter(gone), train.nanosAfter(gone));
        pass(gone);
      }
    }
  }
}
