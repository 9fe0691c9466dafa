package dev.umsim.bench.workload;

import static dev.umsim.sim.profile.ProfileKey.BLOCK_BYTES;
import static dev.umsim.sim.profile.ProfileKey.CLUSTER_BYTES;
import static dev.umsim.sim.profile.ProfileKey.DEVICE_BLOCKS;
import static dev.umsim.sim.profile.ProfileKey.FAT_BLOCKS;
import static dev.umsim.sim.profile.ProfileKey.FAT_FIRST_BLOCK;
import static dev.umsim.sim.profile.ProfileKey.RAW_BLOCKS;
import static dev.umsim.sim.profile.ProfileKey.RAW_FIRST_BLOCK;

import dev.umsim.bench.linux.BlockRange;
import dev.umsim.bench.linux.HostFile;
import dev.umsim.bench.linux.LinuxHost;
import dev.umsim.bench.linux.Processor;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.linux.WorkloadResult;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.image.FatOptions;
import dev.umsim.sim.image.FatType;
import dev.umsim.sim.image.ImageIdentity;
import dev.umsim.sim.image.MediumFormatter;
import dev.umsim.sim.image.SourceDirectory;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.time.Activity;
import dev.umsim.sim.time.TimeLedger;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One workload on one device, from nothing: a new medium, formatted if the workload wants a file
 * system, a device that has just been plugged in, and a host with nothing in its memory.
 */
public final class ProfiledRun {
  /** The folder of the measurements that were published. */
  private static final String FOLDER = "Data";

  /** The file that a workload on a file system writes. */
  static final String FILE = FOLDER + "/usb_test";

  private final Profile profile;
  private final long seed;
  private final boolean explain;
  private final Speed highestSpeed;

  /**
   * @param seed what all chance follows from, and the data
   * @param explain whether the result says where the time went
   */
  public ProfiledRun(Profile profile, long seed, boolean explain) {
    this(profile, seed, explain, Speed.HIGH);
  }

  /**
   * @param portSpeed the highest of the host's port
   */
  ProfiledRun(Profile profile, long seed, boolean explain, Speed portSpeed) {
    var own = profile.word(ProfileKey.SPEED).equals("full") ? Speed.FULL : Speed.HIGH;
    highestSpeed = own == Speed.FULL ? own : portSpeed;
    this.profile = profile;
    this.seed = seed;
    this.explain = explain;
  }

  /**
   * What came of it.
   *
   * @param result what {@code dd} would print
   * @param activities nanoseconds of each, which add up to those of the result; empty if they were
   *     not asked for
   * @param difference where the data is wrong, if that was looked at and is so
   */
  public record Outcome(
      WorkloadResult result, Map<Activity, Long> activities, Optional<String> difference) {}

  /**
   * Carries the workload out.
   *
   * @throws HostException if the device lets the host down
   * @throws UnusableVolumeException if the file system has no room
   */
  public Outcome of(Workload workload) throws HostException, UnusableVolumeException {
    if (workload instanceof Workload.DdFile) {
      // From /dev/zero, and so onto a medium that needs no memory for it.
      var zeros =
          new FilledMedium(
              Fill.ZERO,
              FilledMedium.Writes.CHECKED,
              (int) profile.count(BLOCK_BYTES),
              profile.count(DEVICE_BLOCKS));
      return run(workload, zeros, HostFile.ZEROS, false);
    }
    return run(workload, ProfiledDevice.emptyMedium(profile), HostFile.random(seed), false);
  }

  /**
   * Does the same and compares the data when the time was taken: what was written as the disk has
   * it, and what was read with the numbers of the blocks, which stand on a medium for reading.
   *
   * @throws HostException if the device lets the host down
   * @throws UnusableVolumeException if the file system has no room
   */
  public Outcome verified(Workload workload) throws HostException, UnusableVolumeException {
    long skipBlocks;
    if (workload instanceof Workload.DdRead read) {
      skipBlocks = read.skipBlocks();
    } else if (workload instanceof Workload.Direct direct && !direct.write()) {
      skipBlocks = direct.skipBlocks();
    } else {
      return run(workload, ProfiledDevice.emptyMedium(profile), HostFile.random(seed), true);
    }
    int blockBytes = (int) profile.count(BLOCK_BYTES);
    var numbered =
        new FilledMedium(
            Fill.BLOCK_NUMBERS,
            FilledMedium.Writes.REFUSED,
            blockBytes,
            profile.count(DEVICE_BLOCKS));
    long offset = profile.count(RAW_FIRST_BLOCK) * blockBytes + skipBlocks * workload.blockBytes();
    var file = new ReadPattern(offset, blockBytes);
    var outcome = run(workload, numbered, file, false);
    return new Outcome(outcome.result(), outcome.activities(), file.difference(workload.bytes()));
  }

  private Outcome run(Workload workload, Medium medium, HostFile file, boolean compare)
      throws HostException, UnusableVolumeException {
    if (workload instanceof Workload.FatSync) {
      format(medium);
    }
    var device = new ProfiledDevice(profile, medium, seed);
    var attached = device.attach(true, highestSpeed, explain);
    try (var link = attached.link()) {
      var found = Enumeration.enumerate(link, OptionalInt.empty());
      var disk = Disk.open(new BulkOnlyHost(link, found), 0);
      var processor = new TimedProcessor(link, attached.ledger());
      var host =
          new LinuxHost(
              disk, range(workload), OptionalInt.empty(), HostModel.settingsOf(profile), processor);
      var result = host.run(workload, file);
      var activities = explain ? processor.activities : Map.<Activity, Long>of();
      var difference = compare ? host.differenceOf(workload, file) : Optional.<String>empty();
      return new Outcome(result, activities, difference);
    }
  }

  private void format(Medium medium) {
    var fat =
        new FatOptions(
            Optional.of(FatType.FAT32), OptionalInt.of((int) profile.count(CLUSTER_BYTES)), "");
    var folder = new SourceDirectory(FOLDER, Instant.EPOCH, List.of());
    var root = new SourceDirectory("", Instant.EPOCH, List.of(folder));
    try {
      MediumFormatter.format(
          medium,
          profile.count(FAT_FIRST_BLOCK),
          profile.count(FAT_BLOCKS),
          fat,
          root,
          ImageIdentity.ofSeed(seed));
    } catch (IOException e) {
      throw new IllegalStateException("a medium in memory does not fail", e);
    }
  }

  private BlockRange range(Workload workload) {
    return workload instanceof Workload.FatSync
        ? new BlockRange(profile.count(FAT_FIRST_BLOCK), profile.count(FAT_BLOCKS))
        : new BlockRange(profile.count(RAW_FIRST_BLOCK), profile.count(RAW_BLOCKS));
  }

  /** The processor of a host that is simulated with its device, and whose time is put down. */
  private static final class TimedProcessor implements Processor {
    private final UsbLink link;
    private final TimeLedger ledger;
    private Map<Activity, Long> activities = Map.of();

    TimedProcessor(UsbLink link, TimeLedger ledger) {
      this.link = link;
      this.ledger = ledger;
    }

    @Override
    public void work(long nanos) {
      ledger.begin(Activity.HOST_PROCESSOR);
      link.runUntil(() -> false, nanos);
      ledger.end(Activity.HOST_PROCESSOR);
    }

    @Override
    public long nanos() {
      return link.nanos();
    }

    @Override
    public void timingBegins() {
      ledger.clear();
    }

    @Override
    public void timingEnds() {
      activities = ledger.nanos();
    }
  }
}
