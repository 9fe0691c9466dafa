package dev.umsim.sim.time;

import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Simulated time, in nanoseconds from its beginning.
 *
 * <p>Nothing happens between events, so running takes as long as the work in them. Events of the
 * same instant run in the order in which they were asked for, so that every run is the same run.
 * One thread owns a timeline.
 */
public final class Timeline {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long nowNanos;
  private long order;

  /** An action that waits for its time. */
  public static final class Event implements Comparable<Event> {
    private final long atNanos;
    private final long order;
    private final Runnable action;
    private boolean cancelled;

    private Event(long atNanos, long order, Runnable action) {
      this.atNanos = atNanos;
      this.order = order;
      this.action = action;
    }

    /** It will not happen. */
    public void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** Nanoseconds since the beginning. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Asks for an action at a time, which must not have passed. */
  public Event at(long atNanos, Runnable action) {
    if (atNanos < nowNanos) {
      throw new IllegalArgumentException(atNanos + " ns has passed; it is " + nowNanos + " ns");
    }
    var event = new Event(atNanos, order++, action);
    events.add(event);
    return event;
  }

  /** Asks for an action so many nanoseconds from now. */
  public Event after(long nanos, Runnable action) {
    return at(Math.addExact(nowNanos, nanos), action);
  }

  /** When the next event is due, if there is one. */
  public OptionalLong nextNanos() {
    dropCancelled();
    return events.isEmpty() ? OptionalLong.empty() : OptionalLong.of(events.peek().atNanos);
  }

  private void dropCancelled() {
    while (!events.isEmpty() && events.peek().cancelled) {
      events.poll();
    }
  }

  /**
   * Lets the next event happen, and time pass up to it, if it is due by then.
   *
   * @return whether there was one
   */
  public boolean stepUntil(long limitNanos) {
    dropCancelled();
    var next = events.peek();
    if (next == null || next.atNanos > limitNanos) {
      return false;
    }
    events.poll();
    nowNanos = next.atNanos;
    next.action.run();
    return true;
  }

  /** Lets time pass without an event; none may be due before then. */
  public void passUntil(long atNanos) {
    nowNanos = Math.max(nowNanos, atNanos);
  }
}
