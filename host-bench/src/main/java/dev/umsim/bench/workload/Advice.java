package dev.umsim.bench.workload;

import static dev.umsim.sim.profile.ProfileKey.BUFFERS;
import static dev.umsim.sim.profile.ProfileKey.COMMAND_LATENCY;
import static dev.umsim.sim.profile.ProfileKey.ENDPOINT_PACKETS;
import static dev.umsim.sim.profile.ProfileKey.FIRMWARE;
import static dev.umsim.sim.profile.ProfileKey.NEXT_COMMAND;
import static dev.umsim.sim.profile.ProfileKey.OVERLAP;
import static dev.umsim.sim.profile.ProfileKey.PREFETCH;
import static dev.umsim.sim.profile.ProfileKey.READ_BUFFER;
import static dev.umsim.sim.profile.ProfileKey.SCATTERED_WRITE;
import static dev.umsim.sim.profile.ProfileKey.TURNAROUND;
import static dev.umsim.sim.profile.ProfileKey.WRITE_BUFFER;

import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileException;
import dev.umsim.sim.profile.ProfileKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the usual changes to a firmware would bring, each alone, on some hosts and workloads. */
public final class Advice {
  /** How far off the model is in the middle where nothing was fitted to it: docs/timing.md. */
  private static final double MODEL_ERROR = 0.05;

  /** As large as anybody makes a buffer. */
  private static final long BUFFER_BYTES_MAX = 1 << 20;

  private Advice() {}

  /** A change, and the values that make it. */
  public record Change(String name, Map<ProfileKey, String> values) {}

  /**
   * What a change brings in one place.
   *
   * @param host on which
   * @param workload in which
   * @param gainPercent by how much faster it is
   */
  public record Gain(HostModel host, Workload workload, double gainPercent) {
    /** The least that the model's error leaves of it. */
    public double leastPercent() {
      return ((1 + gainPercent / 100) * (1 - MODEL_ERROR) - 1) * 100;
    }

    /** The most that the model's error makes of it. */
    public double mostPercent() {
      return ((1 + gainPercent / 100) * (1 + MODEL_ERROR) - 1) * 100;
    }
  }

  /** What a change brings, in the order of hosts and workloads. */
  public record Row(Change change, List<Gain> gains) {
    double best() {
      return gains.stream().mapToDouble(Gain::gainPercent).max().orElse(0);
    }
  }

  /** The changes that this device has not made yet. */
  static List<Change> changesOf(Profile device) {
    var changes = new ArrayList<Change>();
    boolean streams = device.word(FIRMWARE).equals(ProfileKey.STREAMED);
    boolean buffered = device.word(FIRMWARE).equals(ProfileKey.BUFFERED);
    if (buffered && device.count(BUFFERS) == 1) {
      changes.add(new Change("a second buffer", Map.of(BUFFERS, "2")));
    }
    twice(device, changes);
    if (!streams && !device.findWord(NEXT_COMMAND).orElse("").equals("with-status")) {
      changes.add(
          new Change(
              "the next command awaited with the status", Map.of(NEXT_COMMAND, "with-status")));
    }
    if (device.findWord(ENDPOINT_PACKETS).orElse("2").equals("1")) {
      changes.add(new Change("a FIFO of two packets", Map.of(ENDPOINT_PACKETS, "2")));
    }
    if (buffered && device.findWord(OVERLAP).orElse("on").equals("off")) {
      changes.add(new Change("DMA between drive and memory", Map.of(OVERLAP, "on")));
    }
    if (buffered && !device.findWord(PREFETCH).orElse("off").equals("on")) {
      changes.add(new Change("reading ahead across commands", Map.of(PREFETCH, "on")));
    }
    var busy = streams ? COMMAND_LATENCY : TURNAROUND;
    if (device.number(busy) > 0) {
      var half = Double.toString(device.number(busy) / 2);
      changes.add(
          new Change(
              streams ? "half the command latency" : "half the turnaround", Map.of(busy, half)));
    }
    if (device.find(SCATTERED_WRITE).isPresent() && device.number(SCATTERED_WRITE) > 0) {
      changes.add(new Change("scattered writes at no cost", Map.of(SCATTERED_WRITE, "0")));
    }
    return changes;
  }

  private static void twice(Profile device, List<Change> changes) {
    if (device.find(READ_BUFFER).isEmpty() || device.find(WRITE_BUFFER).isEmpty()) {
      return;
    }
    long read = 2 * device.count(READ_BUFFER);
    long write = 2 * device.count(WRITE_BUFFER);
    if (Math.max(read, write) <= BUFFER_BYTES_MAX) {
      changes.add(
          new Change(
              "buffers of twice the size",
              Map.of(READ_BUFFER, Long.toString(read), WRITE_BUFFER, Long.toString(write))));
    }
  }

  /** Tries all changes; those that bring most come first. */
  public static List<Row> of(
      Profile device, List<HostModel> hosts, List<Workload> workloads, long seed)
      throws HostException, UnusableVolumeException {
    var before = new LinkedHashMap<List<Object>, Long>();
    for (var host : hosts) {
      for (var workload : workloads) {
        before.put(List.of(host, workload), nanos(host.with(device), host, workload, seed));
      }
    }
    var rows = new ArrayList<Row>();
    for (var change : changesOf(device)) {
      var gains = new ArrayList<Gain>();
      for (var host : hosts) {
        for (var workload : workloads) {
          var changed = changed(host.with(device), change);
          long after = nanos(changed, host, workload, seed);
          double gain = (double) before.get(List.of(host, workload)) / after - 1;
          gains.add(new Gain(host, workload, gain * 100));
        }
      }
      rows.add(new Row(change, gains));
    }
    rows.sort(Comparator.comparingDouble(Row::best).reversed());
    return rows;
  }

  private static Profile changed(Profile device, Change change) {
    try {
      return device.with(change.values());
    } catch (ProfileException e) {
      throw new IllegalStateException("a change that is no change: " + change, e);
    }
  }

  private static long nanos(Profile device, HostModel host, Workload workload, long seed)
      throws HostException, UnusableVolumeException {
    var run = new ProfiledRun(device, seed, false, host.highestSpeed());
    return run.of(workload).result().nanos();
  }
}
