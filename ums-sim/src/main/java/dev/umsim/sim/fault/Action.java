package dev.umsim.sim.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What goes wrong. */
public enum Action {
  /** A request on endpoint 0 is declined, and has no effect. */
  REQUEST_STALL(Level.CONTROL, Value.NONE),
  /** A request is never answered, and has no effect. */
  REQUEST_HANG(Level.CONTROL, Value.NONE),
  /** A request is answered so many milliseconds later. */
  REQUEST_LATE(Level.CONTROL, Value.MILLISECONDS),
  /** An empty packet goes before the status. */
  EMPTY_PACKET(Level.PACKET, Value.NONE),
  /** Bulk-in is halted before the status. */
  HALT_IN(Level.PACKET, Value.NONE),
  /** Bulk-out is halted before the status, so that the next command wrapper is stalled. */
  HALT_OUT(Level.PACKET, Value.NONE),
  /** The command is never answered, and no other before a reset. */
  HANG(Level.TRANSPORT, Value.NONE),
  /** The command begins so many milliseconds later. */
  LATE(Level.TRANSPORT, Value.MILLISECONDS),
  /** There is no status. */
  STATUS_LOST(Level.TRANSPORT, Value.NONE),
  /** The status is sent twice. */
  STATUS_TWICE(Level.TRANSPORT, Value.NONE),
  /** The status has the tag of another command. */
  WRONG_TAG(Level.TRANSPORT, Value.NONE),
  /** The status is phase error. */
  PHASE_ERROR(Level.TRANSPORT, Value.NONE),
  /** The command is refused with this sense. */
  SENSE(Level.SCSI, Value.SENSE),
  /** The command passes, and nothing is done. */
  PASS(Level.SCSI, Value.NONE),
  /** The command fails at its first block, with 03/11/00 or 03/0C/00. */
  MEDIUM_ERROR(Level.MEDIUM, Value.NONE),
  /** One bit of the first block that is read is the other way round. */
  CORRUPT(Level.MEDIUM, Value.NONE),
  /** What is written is lost, though the write passes. */
  LOSE_WRITE(Level.MEDIUM, Value.NONE),
  /** The plug is pulled; somebody has to put it in again. */
  UNPLUG(Level.CABLE, Value.NONE);

  /** Where it goes wrong. */
  public enum Level {
    CONTROL,
    PACKET,
    TRANSPORT,
    SCSI,
    MEDIUM,
    CABLE
  }

  /** What stands behind the name. */
  enum Value {
    NONE,
    MILLISECONDS,
    SENSE
  }

  private final Level level;
  private final Value value;

  Action(Level level, Value value) {
    this.level = level;
    this.value = value;
  }

  /** Where it goes wrong. */
  public Level level() {
    return level;
  }

  Value value() {
    return value;
  }

  static Optional<Action> named(String name) {
    return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findAny();
  }

  /** As it is written: {@code status-lost}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
