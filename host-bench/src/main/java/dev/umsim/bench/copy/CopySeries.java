package dev.umsim.bench.copy;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.UnitNumber;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandListener;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.Irregularity;
import dev.umsim.core.host.Note;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.BusTiming;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measures the copies of a series, each on a device that has just been attached, so that none
 * depends on those before it.
 */
public final class CopySeries {
  private final Target target;
  private final String targetName;
  private final Progress progress;
  private final Optional<CommandListener> commands;
  private String place = "opening the device";
  private final Map<Irregularity, Note> notes = new EnumMap<>(Irregularity.class);

  /**
   * @param targetName how rows name the target
   * @param commands is told of every command
   */
  public CopySeries(
      Target target, String targetName, Progress progress, Optional<CommandListener> commands) {
    this.target = target;
    this.targetName = targetName;
    this.progress = progress;
    this.commands = commands;
  }

  /** What is irregular about the device, as far as it has shown. */
  public List<Note> notes() {
    return List.copyOf(notes.values());
  }

  private void take(BulkOnlyHost host) {
    host.notes().all().forEach(note -> notes.putIfAbsent(note.irregularity(), note));
  }

  /** Is told of the rows of a series. */
  @FunctionalInterface
  public interface Listener {
    /** A row is there. */
    void measured(Sample row);

    /** A row has failed; if this returns, the next one is measured all the same. */
    default void failed(String name, HostException why) throws HostException {
      throw why;
    }
  }

  /** The row that was measured last, or is: {@code full write 4k}; what comes before them all. */
  public String place() {
    return place;
  }

  /**
   * Measures, and tells of each row when it is there.
   *
   * @throws HostException if the device is gone, or does not answer any more
   */
  public void run(SeriesPlan plan, Listener listener) throws HostException {
    requireFits(plan);
    for (var speed : plan.speeds()) {
      for (var operation : plan.operations()) {
        for (int commandBytes : plan.commandBytes()) {
          for (int repetition = 0; repetition < plan.repetitions(); repetition++) {
            long seed = seed(plan.copy().seed(), speed, commandBytes, repetition);
            measure(speed, plan.copy().with(operation, commandBytes, seed), listener);
          }
        }
      }
    }
  }

  /** Looks at everything before anything is copied. */
  private void requireFits(SeriesPlan plan) throws HostException {
    try (var link = target.attach(plan.speeds().get(0))) {
      var disk = open(link, plan.copy().lun(), Optional.empty());
      for (int commandBytes : plan.commandBytes()) {
        plan.copy().with(plan.copy().operation(), commandBytes, 0).requireFits(disk.capacity());
      }
      disk.limitCommands(smallest(plan));
      try {
        disk.inspect();
      } finally {
        take(disk.host());
      }
    }
  }

  private static int smallest(SeriesPlan plan) {
    return Collections.min(plan.commandBytes());
  }

  private Disk open(UsbLink link, int lun, Optional<CommandListener> commands)
      throws HostException {
    var device = Enumeration.enumerate(link, target.interfaceNumber());
    UnitNumber.requireAtMost(device.maxLun(), lun);
    var host = new BulkOnlyHost(link, device);
    host.setTimeoutNanos(target.commandTimeoutNanos());
    commands.ifPresent(host::setListener);
    return Disk.open(host, lun);
  }

  private void measure(Speed speed, CopyPlan plan, Listener listener) throws HostException {
    place = Sample.name(Optional.of(speed), plan.operation().toString(), plan.commandBytes());
    try (var link = target.attach(speed)) {
      progress.begin(place);
      var disk = open(link, plan.lun(), commands);
      disk.limitCommands(plan.commandBytes());
      progress.expect(plan.bytesOn(disk.capacity()));
      try {
        listener.measured(measure(link, disk, plan));
      } catch (DeviceGoneException e) {
        throw e;
      } catch (HostException e) {
        listener.failed(place, e);
      } finally {
        take(disk.host());
      }
    }
  }

  private Sample measure(UsbLink link, Disk disk, CopyPlan plan) throws HostException {
    if (plan.operation() == Operation.WRITE) {
      long blocks = plan.bytesOn(disk.capacity()) / disk.capacity().blockSize();
      target.beforeWriting(disk, plan.firstBlock(disk.capacity()), blocks);
    }
    var result = new CopyBench(disk, target.medium(plan.lun()), progress).run(plan);
    return sample(link, plan, result);
  }

  private Sample sample(UsbLink link, CopyPlan plan, CopyResult result) {
    var speed = link.speed();
    long limit = BusTiming.of(speed).bytesPerSecond(speed.bulkMaxPacketBytes());
    return new Sample(
        targetName,
        "ideal",
        Sample.SEQUENTIAL,
        plan.operation(),
        Optional.of(speed),
        plan.commandBytes(),
        result.bytes(),
        result.nanos(),
        link.timeBase(),
        result.commands(),
        link.timeBase() == UsbLink.TimeBase.WALL ? OptionalLong.empty() : OptionalLong.of(limit),
        result.verified(),
        result.difference(),
        Optional.empty(),
        result.latency(),
        result.throughput(),
        result.synchronizedCache());
  }

  /** No two copies write the same, so that none can pass for another. */
  private static long seed(long seed, Speed speed, int commandBytes, int repetition) {
    long copy = (long) commandBytes << 32 | (long) repetition << 1 | speed.ordinal();
    return Pattern.mix(seed + Pattern.mix(copy));
  }
}
