package dev.umsim.sim.drive;

/**
 * How a drive goes to sleep when nothing comes, as SD cards do that are left alone for some
 * milliseconds.
 *
 * @param afterNanos from the end of its last command, at least 0
 * @param wakeNanos what the next command waits until it is awake, at least 0
 */
public record Sleep(long afterNanos, long wakeNanos) {
  /** A drive that stays awake. */
  public static final Sleep NEVER = new Sleep(Long.MAX_VALUE, 0);

  public Sleep {
    if (afterNanos < 0 || wakeNanos < 0) {
      throw new IllegalArgumentException("time does not pass backwards");
    }
  }
}
