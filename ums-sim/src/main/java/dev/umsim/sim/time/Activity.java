package dev.umsim.sim.time;

/**
 * What a host that waits is waiting for, the nearest to the host first.
 *
 * <p>Where several go on at once, as when the medium reads ahead while a chunk is on the wire, time
 * belongs to the one that is named first here.
 */
public enum Activity {
  /** The host's own program and kernel are at work. */
  HOST_PROCESSOR("host processor"),
  /** A transfer has ended, and the host's controller and driver have not told yet. */
  HOST_LATENCY("host latency"),
  /** Packets are on the bus. */
  BUS("bus"),
  /** The device's firmware takes its time for an event or a command. */
  FIRMWARE("firmware"),
  /** The medium moves its head, turns, or has no room in its write cache. */
  MEDIUM("medium"),
  /** The firmware's storage driver sets out, or moves bytes between the medium and its memory. */
  PORT("port"),
  /** Nothing of all that. */
  NOTHING("nothing");

  private final String words;

  Activity(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
