package dev.umsim.bench.guest;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line of a Linux kernel's log.
 *
 * @param level 0 (emergency) to 7 (debug)
 * @param seconds since the kernel started
 */
record KernelMessage(int level, double seconds, String text) {
  /** The level of {@code dmesg -l warn}. */
  static final int WARNING = 4;

  /** As printed by {@code dmesg -r}: facility times eight plus level, time, text. */
  private static final Pattern LINE = Pattern.compile("<(\\d+)>\\[ *(\\d+\\.\\d+)] (.*)");

  static Optional<KernelMessage> parse(String line) {
    var matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new KernelMessage(
            Integer.parseInt(matcher.group(1)) & 7,
            Double.parseDouble(matcher.group(2)),
            matcher.group(3)));
  }
}
