package dev.umsim.sim.usbip;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a client waits for its server; every wait has its end here or at the host above it.
 *
 * @param connectMillis for a connection
 * @param importNanos for the device, once connected
 * @param cancelNanos for a transfer that was given up to end, after which the server counts as gone
 * @param portResetNanos for a port to be reset, after which the device is imported anew
 * @param busyNanos for a server to notice that the device is free again
 */
record Patience(
    int connectMillis, long importNanos, long cancelNanos, long portResetNanos, long busyNanos) {
  static final Patience USUAL =
      new Patience(
          5_000,
          TimeUnit.SECONDS.toNanos(5),
          TimeUnit.SECONDS.toNanos(5),
          TimeUnit.SECONDS.toNanos(2),
          TimeUnit.SECONDS.toNanos(2));

  /** With so long for a connection, and as long for the device. */
  static Patience of(Duration each) {
    return new Patience(
        (int) Math.min(Integer.MAX_VALUE, each.toMillis()),
        each.toNanos(),
        USUAL.cancelNanos,
        USUAL.portResetNanos,
        USUAL.busyNanos);
  }

  /** From the first try to connect to having the device. */
  long untilImportedNanos() {
    return TimeUnit.MILLISECONDS.toNanos(connectMillis) + importNanos;
  }
}
