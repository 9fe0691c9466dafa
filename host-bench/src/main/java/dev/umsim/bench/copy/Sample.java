package dev.umsim.bench.copy;

import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import dev.umsim.sim.time.Activity;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One measured copy with all that it depends on: a row of a report.
 *
 * @param target how it was named
 * @param host the model of the host
 * @param workload what was copied
 * @param speed of the bus, if it is known
 * @param commandBytes bytes of each command but perhaps the last
 * @param nanos from the first command wrapper to the last status wrapper
 * @param timeBase what these nanoseconds are of
 * @param busBytesPerSecond what the bus could move at most, if it has such a limit
 * @param verified whether the data is right, if that was looked at
 * @param difference where it is not
 * @param explained where the time went: nanoseconds of each activity, which add up to {@code
 *     nanos}; if that was asked for
 * @param latency of its commands with data, where time is real
 * @param throughput over its time, likewise
 * @param synchronizedCache whether SYNCHRONIZE CACHE passed, if it was sent
 */
public record Sample(
    String target,
    String host,
    String workload,
    Operation operation,
    Optional<Speed> speed,
    int commandBytes,
    long bytes,
    long nanos,
    TimeBase timeBase,
    long commands,
    OptionalLong busBytesPerSecond,
    Optional<Boolean> verified,
    Optional<String> difference,
    Optional<Map<Activity, Long>> explained,
    Optional<Latency> latency,
    Optional<Throughput> throughput,
    Optional<Boolean> synchronizedCache) {
  /** The workload of the ideal host: one command after the other. */
  public static final String SEQUENTIAL = "sequential";

  /** A row of something that does not end with SYNCHRONIZE CACHE. */
  public Sample(
      String target,
      String host,
      String workload,
      Operation operation,
      Optional<Speed> speed,
      int commandBytes,
      long bytes,
      long nanos,
      TimeBase timeBase,
      long commands,
      OptionalLong busBytesPerSecond,
      Optional<Boolean> verified,
      Optional<String> difference,
      Optional<Map<Activity, Long>> explained,
      Optional<Latency> latency,
      Optional<Throughput> throughput) {
    this(
        target,
        host,
        workload,
        operation,
        speed,
        commandBytes,
        bytes,
        nanos,
        timeBase,
        commands,
        busBytesPerSecond,
        verified,
        difference,
        explained,
        latency,
        throughput,
        Optional.empty());
  }

  /** The copy in words that tell it from the others of its series: {@code full write 4k}. */
  public String name() {
    return name(speed, activity(), commandBytes);
  }

  /** What was done: {@code read} or {@code write} in sequence, or the workload. */
  public String activity() {
    return workload.equals(SEQUENTIAL) ? operation.toString() : workload;
  }

  static String name(Optional<Speed> speed, String activity, int commandBytes) {
    return speed.map(each -> each.name().toLowerCase(Locale.ROOT) + " ").orElse("")
        + activity
        + " "
        + SizeNotation.format(commandBytes);
  }
}
