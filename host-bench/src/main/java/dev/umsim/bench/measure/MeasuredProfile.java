package dev.umsim.bench.measure;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.util.Locale;

/**
 * The profile of a device that was measured, as TOML: a device that streams, on flash. Each value
 * says what it was measured by, or why it is assumed.
 */
final class MeasuredProfile {
  /** Packets of wrappers at both speeds, and what the bus of the specification needs for them. */
  private static final double SIMULATED_FULL_NANOS = 47_000;

  private static final double SIMULATED_HIGH_NANOS = 3_000;

  /**
   * What a usual host takes of each command (docs/timing.md): half a frame and 60 µs to hear of the
   * data, a frame for the status, and the wrapper.
   */
  private static final double WALL_FULL_NANOS = 1_600_000;

  private static final double WALL_HIGH_NANOS = 250_000;

  /** The largest device that a profile can have. */
  private static final long MOST_BYTES = 1L << 40;

  private final DeviceFigures figures;
  private final StringBuilder text = new StringBuilder();

  private MeasuredProfile(DeviceFigures figures) {
    this.figures = figures;
  }

  /**
   * The text of the profile.
   *
   * @param name of the profile
   */
  static String of(DeviceFigures figures, String name) {
    return new MeasuredProfile(figures).write(name);
  }

  private String write(String name) {
    line("# Made by ums measure. The model of such a device stands in docs/timing.md.");
    line("name = " + quoted(name));
    line("description = " + quoted(figures.name() + ", measured"));
    line("host = \"linux-pc-2008\"");
    stack();
    port();
    medium();
    volume();
    return text.toString();
  }

  private void stack() {
    line("");
    line("[stack]");
    word("firmware", "streamed", "assumed", "a device that streams is the simplest");
    word("speed", lowerCase(figures.speed()), "sourced", "the device was found at this speed");
    double latency = Math.max(0, figures.reads().nanosPerCommand() - hostNanos());
    number(
        "command-latency-us",
        latency / 1000,
        "calibrated",
        String.format(
            Locale.ROOT,
            "reads that follow each other: %.1f us a command, less %.1f us of %s",
            figures.reads().nanosPerCommand() / 1000,
            hostNanos() / 1000,
            figures.timeBase() == TimeBase.SIMULATED ? "the bus" : "a usual host"));
    number("jitter-percent", 50, "assumed", "as of the shipped profiles");
  }

  private double hostNanos() {
    boolean full = figures.speed() == Speed.FULL;
    return figures.timeBase() == TimeBase.SIMULATED
        ? full ? SIMULATED_FULL_NANOS : SIMULATED_HIGH_NANOS
        : full ? WALL_FULL_NANOS : WALL_HIGH_NANOS;
  }

  private void port() {
    line("");
    line("[port]");
    number("latency-us", 0, "assumed", "part of the command latency");
    rate("read-rate-mb-s", figures.reads(), "calibrated", "reads that follow each other");
    if (figures.writes().isEmpty()) {
      rate("write-rate-mb-s", figures.reads(), "assumed", "not measured; as fast as reads");
      number("scattered-write-us", 0, "assumed", "not measured");
    } else {
      rate(
          "write-rate-mb-s", figures.writes().get(), "calibrated", "writes that follow each other");
      number(
          "scattered-write-us",
          Math.max(0, figures.scatteredWriteNanos() - figures.writeNanos()) / 1000,
          "calibrated",
          String.format(
              Locale.ROOT,
              "writes of a block here and there: %.1f us, less %.1f us where they follow",
              figures.scatteredWriteNanos() / 1000,
              figures.writeNanos() / 1000));
    }
    word("write-cache", "off", "assumed", "what the device keeps for later was not measured");
  }

  private void medium() {
    line("");
    line("[medium]");
    word("kind", "flash", "assumed", "scattered accesses were not tried far apart");
    number("rate-mb-s", 10_000, "assumed", "the port's rates hold what was measured");
  }

  private void volume() {
    int blockSize = figures.capacity().blockSize();
    long blocks = figures.capacity().blockCount();
    // A device of a profile is kept in memory.
    if (Long.compareUnsigned(blocks, MOST_BYTES / blockSize) > 0) {
      blocks = MOST_BYTES / blockSize;
    }
    line("");
    line("[volume]");
    count("block-bytes", blockSize, "sourced", "READ CAPACITY");
    count("device-blocks", blocks, "sourced", "READ CAPACITY");
    count("raw-first-block", 0, "assumed", "the whole device");
    count("raw-blocks", blocks, "assumed", "the whole device");
    count("fat-first-block", 0, "assumed", "the whole device");
    count("fat-blocks", blocks, "assumed", "the whole device");
    count("cluster-bytes", 4096, "assumed", "the usual cluster of FAT32 up to 8 GB");
  }

  private void rate(String key, CommandTimes times, String kind, String by) {
    double megabytes = 1000 / Math.max(1e-4, times.nanosPerByte());
    number(
        key,
        Math.min(10_000, megabytes),
        kind,
        String.format(
            Locale.ROOT,
            "%s, of %d to %d bytes",
            by,
            times.sizes().get(0).bytes(),
            times.sizes().get(times.sizes().size() - 1).bytes()));
  }

  private void number(String key, double value, String kind, String reason) {
    line(
        String.format(
            Locale.ROOT, "%s = { value = %.4f, %s = %s }", key, value, kind, quoted(reason)));
  }

  private void count(String key, long value, String kind, String reason) {
    line(key + " = { value = " + value + ", " + kind + " = " + quoted(reason) + " }");
  }

  private void word(String key, String value, String kind, String reason) {
    line(key + " = { value = " + quoted(value) + ", " + kind + " = " + quoted(reason) + " }");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** A device may call itself anything: what TOML would not take is left out. */
  private static String quoted(String words) {
    return '"' + words.replaceAll("[\"\\\\\\p{Cntrl}]", "") + '"';
  }

  private static String lowerCase(Speed speed) {
    return speed.name().toLowerCase(Locale.ROOT);
  }
}
