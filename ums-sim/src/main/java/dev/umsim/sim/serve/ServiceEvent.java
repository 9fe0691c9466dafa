package dev.umsim.sim.serve;

/** Something that happened to a service, for whoever looks on. */
public sealed interface ServiceEvent {
  /** A device is there for hosts. */
  record Plugged(String busId) implements ServiceEvent {}

  /** A device is there no longer. */
  record Unplugged(String busId) implements ServiceEvent {}

  /** A host has taken a device. */
  record Attached(String busId, String client) implements ServiceEvent {}

  /** A host has given a device back, or has lost it. */
  record Detached(String busId, String client, String why, Traffic traffic)
      implements ServiceEvent {}

  /**
   * What went over since the last of these events; left out where nothing did.
   *
   * @param nanos since then
   */
  record Moved(String busId, Traffic traffic, long nanos) implements ServiceEvent {}

  /**
   * Something that a device did and that no host sees on the wire.
   *
   * @param name of what it did, such as set_time
   * @param what about it
   */
  record Reported(String busId, String name, String what) implements ServiceEvent {}

  /**
   * A connection or a device that was given up.
   *
   * @param where a device or who was connected
   */
  record Problem(String where, String what) implements ServiceEvent {}
}
