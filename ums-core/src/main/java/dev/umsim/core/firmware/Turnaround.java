package dev.umsim.core.firmware;

/** How long firmware takes from an event to what it does about it. */
@FunctionalInterface
public interface Turnaround {
  /** No time at all. */
  Turnaround NONE = Runnable::run;

  /** Runs an action once, when the time that the next event takes has passed. */
  void after(Runnable action);

  /** A command is under way from here on: whatever the wire takes now is no pause. */
  default void commandBegins() {}

  /** The status of a command has gone: pauses count from here. */
  default void commandEnds() {}
}
