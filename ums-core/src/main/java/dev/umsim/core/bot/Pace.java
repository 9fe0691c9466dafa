package dev.umsim.core.bot;

import dev.umsim.core.firmware.Turnaround;

/**
 * How long the firmware under a transport takes, and when it is ready for the next command.
 *
 * @param command from a command wrapper to the beginning of its command
 * @param chunk from a chunk of data that has moved, and whose successor is ready, to arming that;
 *     and from a status to awaiting the next command
 * @param commandWithStatus whether the next command wrapper is awaited while the status is still on
 *     its way
 */
public record Pace(Turnaround command, Turnaround chunk, boolean commandWithStatus) {
  /** A device that computes in no time. */
  public static final Pace NONE = streaming(Turnaround.NONE);

  /** A device that takes its time for each command, and passes data on as it comes. */
  public static Pace streaming(Turnaround command) {
    return new Pace(command, Turnaround.NONE, false);
  }

  /** A device in one thread, which takes the same time for whatever it has to do. */
  public static Pace inOneThread(Turnaround turnaround, boolean commandWithStatus) {
    return new Pace(turnaround, turnaround, commandWithStatus);
  }
}
