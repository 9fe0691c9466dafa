package dev.umsim.sim.check;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * One difference between what a device did and what it may do.
 *
 * @param clause the place in a standard that says so
 * @param expected what it may do, in words
 * @param seen what it did, in words that depend on neither tag, seed nor time
 * @param step how many steps of the trace had been gone when it was seen
 */
public record Finding(String clause, String expected, String seen, Severity severity, int step) {
  /** Whether it makes its check fail. */
  public boolean fails(boolean strict) {
    return severity == Severity.SHALL || strict && severity == Severity.FORGIVEN;
  }

  /** Eight digits by which the same finding is known again in another run. */
  public String fingerprint() {
    var sum = new CRC32();
    sum.update((clause + "|" + expected + "|" + seen).getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", sum.getValue());
  }
}
