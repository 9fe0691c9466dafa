package dev.umsim.bench.measure;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.util.Locale;
import java.util.Optional;

/**
 * The profile of a device that was measured, as TOML: a device that streams, on flash. Each value
 * says what it was measured by, or why it is assumed.
 */
final class MeasuredProfile {
  /** A read has three stages, a command without data two. */
  private static final double STAGES_SHARE = 1.5;

  /** What the bus of the specification takes for a wrapper and a status. */
  private static final double FULL_SPEED_WRAPPERS_NANOS = 47_000;

  private static final double HIGH_SPEED_WRAPPERS_NANOS = 3_000;

  /** Bytes a second in the data phase of a usual host, and on the bus of the specification. */
  private static final double[] USUAL_RATES = {18 * 64e3, 72 * 512e3};

  private static final double[] BUS_RATES = {19 * 64e3, 104 * 512e3};

  /** The largest device that a profile can have. */
  private static final long MOST_BYTES = 1L << 40;

  private final DeviceFigures figures;
  private final StringBuilder text = new StringBuilder();
  private final boolean simulated;
  private final Optional<BufferSteps.Found> buffers;

  private MeasuredProfile(DeviceFigures figures) {
    this.figures = figures;
    simulated = figures.timeBase() == TimeBase.SIMULATED;
    int block = figures.capacity().blockSize();
    buffers =
        figures.readSteps().isEmpty()
            ? Optional.empty()
            : new BufferSteps(block, figures.readSteps()).find(restNanos(), wirePerByte());
  }

  /** What a read takes beside its data: the host's stages, and the firmware's turnarounds. */
  private double restNanos() {
    return simulated ? figures.readyNanos() : STAGES_SHARE * figures.readyNanos();
  }

  private double wirePerByte() {
    var rates = simulated ? BUS_RATES : USUAL_RATES;
    return 1e9 / rates[figures.speed() == Speed.FULL ? 0 : 1];
  }

  private double wrappersNanos() {
    return figures.speed() == Speed.FULL ? FULL_SPEED_WRAPPERS_NANOS : HIGH_SPEED_WRAPPERS_NANOS;
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
    line(
        "# Not told apart: endpoints whose FIFO holds one packet from a slower medium, a host from");
    line("# firmware that both take their time for TEST UNIT READY, two buffers from more. Pauses");
    line("# between commands were not tried.");
    figures.limits().forEach(each -> line("# The device has a limit: " + inLine(each.text())));
    figures.notes().forEach(each -> line("# Noted: " + inLine(each.text())));
    line("name = " + quoted(name));
    line("description = " + quoted(figures.name() + ", measured"));
    host();
    stack();
    port();
    medium();
    volume();
    return text.toString();
  }

  /** Its stages are half of a command that has two of them and no data. */
  private void host() {
    double stage = simulated ? 0 : Math.max(0, (figures.readyNanos() - wrappersNanos()) / 2);
    line("");
    line("[host]");
    line("from = \"linux-6.1/xhci\"");
    word("completion", "at-once", "assumed", "what it waits for is in its latency");
    number(
        "completion-latency-us",
        stage / 1000,
        "calibrated",
        String.format(
            Locale.ROOT,
            simulated
                ? "the host of the measurement was ideal"
                : "half of TEST UNIT READY, %.1f us; the firmware's part of that cannot be told from"
                    + " the host's",
            figures.readyNanos() / 1000));
    number("completion-jitter-percent", 0, "assumed", "medians were measured");
  }

  private static String inLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private void stack() {
    line("");
    line("[stack]");
    word(
        "firmware",
        buffers.isPresent() ? "buffered" : "streamed",
        "assumed",
        buffers.isPresent()
            ? "commands take a step where they are longer than a buffer"
            : "no size of commands shows a step; buffers of a block or above 32 KiB cannot be told"
                + " from a device that streams");
    word("speed", lowerCase(figures.speed()), "sourced", "the device was found at this speed");
    buffers.ifPresentOrElse(this::buffered, this::streamed);
  }

  private void buffered(BufferSteps.Found found) {
    count(
        "buffers",
        found.buffers(),
        "calibrated",
        found.buffers() == 1
            ? "each buffer takes its own time and that of the wire"
            : "a buffer is filled while another is sent; two and more look alike");
    count("read-buffer-bytes", found.bytes(), "calibrated", "the first size with a step");
    count("write-buffer-bytes", found.bytes(), "assumed", "as of reads");
    number("turnaround-us", found.turnaround() / 1000, "calibrated", "from buffer to buffer");
    number("jitter-percent", 0, "assumed", "medians were measured");
  }

  private void streamed() {
    if (simulated) {
      number(
          "command-latency-us",
          Math.max(0, figures.readyNanos() - wrappersNanos()) / 1000,
          "calibrated",
          String.format(
              Locale.ROOT,
              "TEST UNIT READY, %.1f us, less %.1f us of the bus",
              figures.readyNanos() / 1000,
              wrappersNanos() / 1000));
    } else {
      number("command-latency-us", 0, "assumed", "TEST UNIT READY cannot tell it from the host's");
    }
    number("jitter-percent", 0, "assumed", "medians were measured");
  }

  /** What the shortest command takes beside its bytes, the host's stages and the firmware. */
  private double latencyNanos(CommandTimes times) {
    int block = figures.capacity().blockSize();
    double bytes = block * (times.nanosPerLateByte() + wirePerByte());
    return Math.max(0, times.shortestNanos() - restNanos() - bytes);
  }

  private void port() {
    line("");
    line("[port]");
    if (buffers.isPresent()) {
      bufferedPort(buffers.get());
    } else {
      number(
          "read-latency-us", latencyNanos(figures.reads()) / 1000, "calibrated", "single blocks");
      var writes = figures.writes().orElse(figures.reads());
      number(
          "write-latency-us",
          latencyNanos(writes) / 1000,
          figures.writes().isPresent() ? "calibrated" : "assumed",
          figures.writes().isPresent() ? "single blocks" : "not measured; as of reads");
      rate("read-rate-mb-s", figures.reads(), "calibrated", "reads that follow each other");
    }
    if (buffers.isPresent()) {
      if (figures.writes().isPresent()) {
        scattered();
      } else {
        number("scattered-write-us", 0, "assumed", "not measured");
      }
    } else if (figures.writes().isEmpty()) {
      rate("write-rate-mb-s", figures.reads(), "assumed", "not measured; as fast as reads");
      number("scattered-write-us", 0, "assumed", "not measured");
    } else {
      rate(
          "write-rate-mb-s", figures.writes().get(), "calibrated", "writes that follow each other");
      scattered();
    }
    word("write-cache", "off", "assumed", "what the device keeps for later was not measured");
  }

  private void bufferedPort(BufferSteps.Found found) {
    number("read-latency-us", found.latency() / 1000, "calibrated", "a read of a buffer");
    number("read-rate-mb-s", megabytes(found.perByte()), "calibrated", "reads within a buffer");
    if (figures.writes().isEmpty()) {
      number("write-latency-us", found.latency() / 1000, "assumed", "not measured; as of reads");
      number("write-rate-mb-s", megabytes(found.perByte()), "assumed", "not measured; as of reads");
      return;
    }
    int block = figures.capacity().blockSize();
    double whole = figures.writeSteps().get(found.bytes());
    boolean single = found.bytes() == block;
    // Of single blocks those behind the first say more, as for reads.
    int longest = BufferSteps.LARGEST_BYTES;
    double second = figures.writeSteps().get(2 * block);
    double period = (figures.writeSteps().get(longest) - second) * block / (longest - 2.0 * block);
    double grows = single ? 0 : (whole - figures.writeSteps().get(block)) / (found.bytes() - block);
    double perByte = Math.max(0, grows - wirePerByte());
    double alone = (single ? period : whole - restNanos()) - found.bytes() * wirePerByte();
    double medium = Math.max(0, alone);
    double latency = Math.max(0, medium - found.bytes() * perByte);
    number("write-latency-us", latency / 1000, "calibrated", "a write of a buffer");
    number("write-rate-mb-s", megabytes(perByte), "calibrated", "writes within a buffer");
  }

  private static double megabytes(double nanosPerByte) {
    return Math.min(10_000, 1000 / Math.max(1e-4, nanosPerByte));
  }

  private void scattered() {
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
    number(
        key,
        megabytes(times.nanosPerLateByte()),
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
