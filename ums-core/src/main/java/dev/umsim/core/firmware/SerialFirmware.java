package dev.umsim.core.firmware;

import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * The one thread of a device's firmware: events wait in a queue, and one is handled after its
 * turnaround and only when the one before it is over, what it waited for included. Events that have
 * come by the end of a turnaround are handled one behind the other, with no other turnaround.
 *
 * <p>Transfer completions and setup packets go through here, so that a device that is busy with its
 * medium answers nothing at all, endpoint 0 included. Pipes work on meanwhile with what is armed:
 * the overlap of wire and medium comes from there.
 */
public final class SerialFirmware {
  private final Turnaround turnaround;
  private final ArrayDeque<Runnable> events = new ArrayDeque<>();
  private boolean busy;
  private boolean asleep;
  private boolean stopped;

  /** How many of the events that wait had come by the end of the last turnaround. */
  private int taken;

  /** Which start of the firmware this is: what an earlier one waited for comes to nothing. */
  private int life;

  /** Firmware that takes this long for each event. */
  public SerialFirmware(Turnaround turnaround) {
    this.turnaround = turnaround;
  }

  /** Adds an event behind those that wait. */
  public void post(Runnable event) {
    if (!stopped) {
      events.add(event);
      turnToNext();
    }
  }

  /** A command is under way from here on. */
  public void commandBegins() {
    turnaround.commandBegins();
  }

  /** The status of a command has gone. */
  public void commandEnds() {
    turnaround.commandEnds();
  }

  /** Drops the events of a kind that have not been handled yet. */
  public void forget(Predicate<Runnable> which) {
    events.removeIf(which);
    taken = Math.min(taken, events.size());
  }

  private void turnToNext() {
    if (!busy && !events.isEmpty()) {
      busy = true;
      int started = life;
      turnaround.after(() -> handle(started));
    }
  }

  private void handle(int started) {
    if (started != life || stopped) {
      return;
    }
    // The event may have been dropped during its turnaround, which then was for nothing.
    taken = events.size();
    if (taken == 0) {
      run(() -> {});
    } else {
      runNext();
    }
  }

  private void runNext() {
    taken--;
    run(events.poll());
  }

  private void run(Runnable step) {
    step.run();
    if (asleep || stopped) {
      return;
    }
    if (taken > 0) {
      runNext();
    } else {
      busy = false;
      turnToNext();
    }
  }

  /**
   * Called from inside an event that has to wait for something: the event is not over until {@link
   * #wake}.
   *
   * @return what to wake with
   */
  public int sleep() {
    asleep = true;
    return life;
  }

  /** What was waited for has come, and the event goes on with the rest. */
  public void wake(int ticket, Runnable rest) {
    if (ticket == life && asleep && !stopped) {
      asleep = false;
      run(rest);
    }
  }

  /** The firmware has come to grief: it does nothing any more until it is started again. */
  public void stop() {
    stopped = true;
    clear();
  }

  /** Whether it has been stopped. */
  public boolean stopped() {
    return stopped;
  }

  /** The device is switched on again: nothing waits. */
  public void restart() {
    life++;
    stopped = false;
    busy = false;
    asleep = false;
    clear();
  }

  private void clear() {
    events.clear();
    taken = 0;
  }
}
