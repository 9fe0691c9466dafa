package dev.umsim.sim.time;

/** Lets time pass before something happens, on whatever clock a device has. */
@FunctionalInterface
public interface Delay {
  /** No time passes at all. */
  Delay NONE = (nanos, action) -> action.run();

  /** Runs an action once, when so many nanoseconds have passed. */
  void after(long nanos, Runnable action);
}
