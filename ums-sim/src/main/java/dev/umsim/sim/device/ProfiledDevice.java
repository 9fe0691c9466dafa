package dev.umsim.sim.device;

import static dev.umsim.sim.profile.ProfileKey.*;

import dev.umsim.core.bot.Pace;
import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.rockbox.Habit;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.DeviceEndpoints;
import dev.umsim.sim.bus.HostController;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.drive.BufferedMedium;
import dev.umsim.sim.drive.Buffering;
import dev.umsim.sim.drive.DiskDrive;
import dev.umsim.sim.drive.Drive;
import dev.umsim.sim.drive.FlashDrive;
import dev.umsim.sim.drive.Sleep;
import dev.umsim.sim.drive.StorageDriver;
import dev.umsim.sim.drive.StoragePort;
import dev.umsim.sim.drive.TimedMedium;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.time.DrowsyTurnaround;
import dev.umsim.sim.time.FirmwareProcessor;
import dev.umsim.sim.time.Jitter;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A device as a profile describes it: its firmware, its storage driver and its drive take the time
 * that was measured or assumed, above a medium in memory.
 */
public final class ProfiledDevice {
  /** In which pieces a device that streams passes data on: a block of the largest size. */
  private static final int STREAM_BYTES = 4096;

  private final Profile profile;
  private final Medium medium;
  private final long seed;

  /**
   * @param medium what it keeps; its blocks are those of the profile. It is not closed
   * @param seed what all chance follows from
   */
  public ProfiledDevice(Profile profile, Medium medium, long seed) {
    this.profile = profile;
    this.medium = medium;
    this.seed = seed;
  }

  /** A medium of the size that a profile's device has, with nothing on it. */
  public static Medium emptyMedium(Profile profile) {
    return new MemoryMedium((int) profile.count(BLOCK_BYTES), profile.count(DEVICE_BLOCKS));
  }

  /** The highest speed of the device. */
  public Speed speed() {
    return profile.word(SPEED).equals("full") ? Speed.FULL : Speed.HIGH;
  }

  /**
   * Plugs it in at time 0.
   *
   * @param host whether the host's controller is that of the profile, or the bus is that of the
   *     specification
   * @param highestSpeed of the port
   */
  public Attached attach(boolean host, Speed highestSpeed, boolean explain) {
    var timeline = new Timeline();
    var ledger = explain ? TimeLedger.of(timeline) : TimeLedger.closed(timeline);
    var bus =
        new TimedBus(
            timeline,
            host ? Optional.of(controller()) : Optional.empty(),
            endpoints(),
            seed,
            ledger);
    return new Attached(plug(bus, timeline, ledger, highestSpeed), timeline, ledger);
  }

  /**
   * Plugs it into a bus that keeps beside the real clock, for a host that is not simulated.
   *
   * @param pacing what makes such a bus of a simulated one
   */
  public SimulatedLink attachPaced(Pacing pacing, Speed highestSpeed) {
    var timeline = new Timeline();
    var ledger = TimeLedger.closed(timeline);
    var bus = new TimedBus(timeline, Optional.empty(), endpoints(), seed, ledger);
    return plug(pacing.paced(timeline, bus), timeline, ledger, highestSpeed);
  }

  /** Makes a bus that keeps beside the real clock. */
  @FunctionalInterface
  public interface Pacing {
    /** The bus around one whose time is that of the timeline. */
    Bus paced(Timeline timeline, TimedBus bus);
  }

  private SimulatedLink plug(Bus bus, Timeline timeline, TimeLedger ledger, Speed highestSpeed) {
    var driver = new StorageDriver(port(), drive(), sleep(), timeline, ledger);
    return switch (profile.word(FIRMWARE)) {
      case STREAMED -> streamed(driver, timeline, ledger, bus, highestSpeed);
      case BUFFERED -> buffered(driver, timeline, ledger, bus, highestSpeed);
      default -> rockbox(driver, timeline, ledger, bus, highestSpeed);
    };
  }

  /** A device that is plugged in, and the time in which it lives. */
  public record Attached(SimulatedLink link, Timeline timeline, TimeLedger ledger) {}

  private SimulatedLink streamed(
      StorageDriver driver, Timeline timeline, TimeLedger ledger, Bus bus, Speed highest) {
    return ReferenceDevice.builder()
        .writeCache(writeCache())
        .medium(new TimedMedium(medium, driver, timeline, ledger))
        .dualSpeed(speed() == Speed.HIGH)
        .pace(Pace.streaming(turnaround(COMMAND_LATENCY, timeline, ledger)))
        .chunkBytes(STREAM_BYTES)
        .build()
        .attach(bus, highest);
  }

  private SimulatedLink buffered(
      StorageDriver driver, Timeline timeline, TimeLedger ledger, Bus bus, Speed highest) {
    int readBytes = (int) profile.count(READ_BUFFER);
    boolean prefetch = profile.findWord(PREFETCH).equals(Optional.of("on"));
    var copier =
        profile.findWord(OVERLAP).equals(Optional.of("off"))
            ? Optional.of(
                new FirmwareProcessor(timeline, profile.nanos(TURNAROUND), jitter(), ledger))
            : Optional.<FirmwareProcessor>empty();
    var awake =
        copier
            .<Turnaround>map(each -> each)
            .orElseGet(() -> plainTurnaround(TURNAROUND, timeline, ledger));
    var buffering = new Buffering((int) profile.count(BUFFERS), prefetch ? readBytes : 0, copier);
    return ReferenceDevice.builder()
        .writeCache(writeCache())
        .medium(new BufferedMedium(medium, buffering, driver, timeline, ledger))
        .dualSpeed(speed() == Speed.HIGH)
        .pace(
            Pace.inOneThread(
                drowsy(awake, timeline, ledger),
                profile.findWord(NEXT_COMMAND).equals(Optional.of("with-status"))))
        .chunkBytes(readBytes, (int) profile.count(WRITE_BUFFER))
        .build()
        .attach(bus, highest);
  }

  private SimulatedLink rockbox(
      StorageDriver driver, Timeline timeline, TimeLedger ledger, Bus bus, Speed highest) {
    var timed = new TimedMedium(medium, driver, timeline, ledger);
    var turnaround = turnaround(TURNAROUND, timeline, ledger);
    var revision = revision();
    var builder = RockboxDevice.builder(revision).speed(speed()).turnaround(turnaround);
    int count = revision.buffers().count();
    profile
        .find(READ_BUFFER)
        .ifPresent(bytes -> builder.readBuffers(count, Integer.parseInt(bytes.text())));
    profile
        .find(WRITE_BUFFER)
        .ifPresent(bytes -> builder.writeBuffers(count, Integer.parseInt(bytes.text())));
    builder.drive(0).medium(timed);
    return builder.build().attach(bus, highest);
  }

  private RockboxRevision revision() {
    var named = RockboxRevision.named(profile.word(FIRMWARE));
    var wanted = profile.find(NEXT_COMMAND);
    if (wanted.isEmpty()) {
      return named;
    }
    var habits = EnumSet.noneOf(Habit.class);
    habits.addAll(named.habits());
    habits.remove(Habit.COMMAND_AFTER_STATUS);
    if (wanted.get().text().equals("after-status")) {
      habits.add(Habit.COMMAND_AFTER_STATUS);
    }
    return new RockboxRevision(
        named.name(),
        named.source(),
        named.buffers(),
        named.commandBytes(),
        named.pinnedSpeed(),
        habits);
  }

  private Turnaround turnaround(ProfileKey key, Timeline timeline, TimeLedger ledger) {
    return drowsy(plainTurnaround(key, timeline, ledger), timeline, ledger);
  }

  private Turnaround plainTurnaround(ProfileKey key, Timeline timeline, TimeLedger ledger) {
    return new TimelineTurnaround(timeline, profile.nanos(key), jitter(), ledger);
  }

  private Jitter jitter() {
    return new Jitter(seed + 1, profile.share(FIRMWARE_JITTER));
  }

  private Turnaround drowsy(Turnaround awake, Timeline timeline, TimeLedger ledger) {
    return profile.find(IDLE_PENALTY).isEmpty()
        ? awake
        : new DrowsyTurnaround(
            awake, timeline, profile.nanos(IDLE_AFTER), profile.nanos(IDLE_PENALTY), ledger);
  }

  private DeviceEndpoints endpoints() {
    if (profile.findWord(LINK).equals(Optional.of("none"))) {
      return DeviceEndpoints.NO_BUS;
    }
    return new DeviceEndpoints(
        true,
        profile.find(ENDPOINT_PACKETS).map(each -> (int) profile.count(ENDPOINT_PACKETS)).orElse(2),
        profile
            .find(PACKETS_PER_FRAME)
            .map(each -> OptionalInt.of((int) profile.count(PACKETS_PER_FRAME)))
            .orElse(OptionalInt.empty()));
  }

  private HostController controller() {
    return controllerOf(profile);
  }

  /** The controller of the host that a profile is for. */
  public static HostController controllerOf(Profile profile) {
    return new HostController(
        (int) profile.count(FULL_SPEED_PACKETS),
        (int) profile.count(HIGH_SPEED_PACKETS),
        profile.word(COMPLETION).equals("at-boundary"),
        profile.nanos(COMPLETION_LATENCY),
        profile.share(COMPLETION_JITTER),
        packetNanos(profile, PACKET),
        packetNanos(profile, profile.find(OUT_PACKET).isPresent() ? OUT_PACKET : PACKET));
  }

  private static long packetNanos(Profile profile, ProfileKey key) {
    return profile.find(key).map(each -> profile.nanos(key)).orElse(0L);
  }

  private StoragePort port() {
    return new StoragePort(
        profile.nanos(latency(READ_LATENCY)),
        profile.nanos(latency(WRITE_LATENCY)),
        profile.bytesPerSecond(READ_RATE),
        profile.bytesPerSecond(WRITE_RATE),
        profile.find(SCATTERED_WRITE).map(each -> profile.nanos(SCATTERED_WRITE)).orElse(0L),
        writeCache(),
        profile
            .find(READ_AHEAD_KEPT)
            .map(each -> profile.nanos(READ_AHEAD_KEPT))
            .orElse(StoragePort.KEPT_FOR_EVER));
  }

  private boolean writeCache() {
    return profile.word(WRITE_CACHE).equals("on");
  }

  private ProfileKey latency(ProfileKey ofItsOwn) {
    return profile.find(ofItsOwn).isPresent() ? ofItsOwn : PORT_LATENCY;
  }

  private Sleep sleep() {
    return profile.find(SLEEP_AFTER).isEmpty()
        ? Sleep.NEVER
        : new Sleep(profile.nanos(SLEEP_AFTER), profile.nanos(WAKE));
  }

  private Drive drive() {
    if (profile.word(MEDIUM_KIND).equals("flash")) {
      return new FlashDrive(profile.bytesPerSecond(MEDIUM_RATE));
    }
    return new DiskDrive(
        new DiskDrive.Mechanics(
            profile.bytesPerSecond(MEDIUM_RATE),
            profile.nanos(ROTATION),
            profile.nanos(SEEK),
            profile.count(NEAR),
            (int) profile.count(WRITE_SLOTS)));
  }
}
