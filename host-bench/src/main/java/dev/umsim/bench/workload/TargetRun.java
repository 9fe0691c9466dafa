package dev.umsim.bench.workload;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.linux.BlockRange;
import dev.umsim.bench.linux.HostFile;
import dev.umsim.bench.linux.LinuxAttach;
import dev.umsim.bench.linux.LinuxHost;
import dev.umsim.bench.linux.LinuxHostSettings;
import dev.umsim.bench.linux.Processor;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.UnitNumber;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.UsbLink.TimeBase;
import dev.umsim.sim.bus.BusTiming;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Runs workloads of a host on any target.
 *
 * <p>Where time is real, the host decides which commands are sent and in which order; the latencies
 * are the machine's own.
 *
 * @param name how rows name the target
 * @param lun the unit
 * @param verify whether what was written is compared afterwards
 */
public record TargetRun(Target target, String name, HostModel host, int lun, boolean verify) {
  /** Runs one; the data follows from the seed. */
  public Sample measure(Workload workload, Speed speed, long seed)
      throws HostException, UnusableVolumeException {
    var highest = speed == Speed.FULL ? speed : host.highestSpeed();
    try (var link = target.attach(highest, host.hostController())) {
      var disk = open(link);
      disk.limitCommands(host.settings().maxCommandBytes());
      boolean real = link.timeBase() == TimeBase.WALL;
      var kind = WorkloadKind.of(workload);
      if (kind.writesRange()) {
        int blockSize = disk.capacity().blockSize();
        long first = kind.firstByte(workload) / blockSize;
        target.beforeWriting(disk, first, (workload.bytes() + blockSize - 1) / blockSize + 1);
      }
      var range = BlockRange.whole(disk.capacity());
      var processor = real ? realTime(link) : Processor.of(link);
      var settings = real ? withoutWork(host.settings()) : host.settings();
      var linux = new LinuxHost(disk, range, OptionalInt.empty(), settings, processor);
      var file = HostFile.random(seed);
      var result = linux.run(workload, file);
      boolean compared = verify && kind.comparable();
      var difference = compared ? linux.differenceOf(workload, file) : Optional.<String>empty();
      long limit = BusTiming.of(link.speed()).bytesPerSecond(link.speed().bulkMaxPacketBytes());
      return new Sample(
          name,
          host.toString(),
          workload.word(),
          kind.operation(),
          Optional.of(link.speed()),
          workload.blockBytes(),
          result.bytes(),
          result.nanos(),
          link.timeBase(),
          result.traffic().commands(),
          real ? OptionalLong.empty() : OptionalLong.of(limit),
          compared ? Optional.of(difference.isEmpty()) : Optional.empty(),
          difference,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  private Disk open(UsbLink link) throws HostException {
    var device = Enumeration.enumerate(link, target.interfaceNumber());
    UnitNumber.requireAtMost(device.maxLun(), lun);
    var bulk = new BulkOnlyHost(link, device);
    bulk.setTimeoutNanos(target.commandTimeoutNanos());
    return host.system().equals("linux-6.1") ? LinuxAttach.open(bulk, lun) : Disk.open(bulk, lun);
  }

  /** What its processor does takes this machine's processor some time already. */
  private static LinuxHostSettings withoutWork(LinuxHostSettings settings) {
    return new LinuxHostSettings(
        settings.maxCommandBytes(),
        settings.readAheadBytes(),
        settings.readAheadMerges(),
        0,
        settings.cacheBytes(),
        settings.dirtyLimitBytes(),
        settings.kernel());
  }

  private static Processor realTime(UsbLink link) {
    return new Processor() {
      @Override
      public void work(long nanos) {}

      @Override
      public long nanos() {
        return link.nanos();
      }
    };
  }
}
