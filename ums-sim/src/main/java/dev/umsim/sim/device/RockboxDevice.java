package dev.umsim.sim.device;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.firmware.SerialFirmware;
import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.rockbox.Buffers;
import dev.umsim.core.rockbox.RockboxCore;
import dev.umsim.core.rockbox.RockboxFunction;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.RockboxSettings;
import dev.umsim.core.rockbox.StorageDrive;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.DeviceIdentity;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.medium.FaultyMedium;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A player with the Rockbox firmware: its drives, its driver, and the thread in which that runs.
 *
 * <p>Made by a {@link Builder}. It is one player for its whole life: {@link #attach} plugs it in
 * anew each time, and what its driver keeps in memory is kept from one connection to the next.
 */
public final class RockboxDevice implements AutoCloseable {
  private final List<Boolean> removable = new ArrayList<>();
  private final List<StorageDrive> drives = new ArrayList<>();
  private final List<FaultyMedium> media = new ArrayList<>();
  private final List<FaultyMedium> everyMedium = new ArrayList<>();
  private final SerialFirmware firmware;
  private final RockboxFunction function;
  private final RockboxCore core;

  private RockboxDevice(Builder options) {
    for (int index = 0; index < options.driveCount; index++) {
      var wanted = options.drives.getOrDefault(index, options.everyDrive);
      var medium = faulty(wanted.newMedium());
      var drive = wanted.newDrive(index, medium.blockCount(), options.revision);
      drive.insert(medium);
      drives.add(drive);
      media.add(medium);
      removable.add(wanted.removable(index));
    }
    var settings = options.settings();
    firmware = new SerialFirmware(options.turnaround);
    function = new RockboxFunction(settings, drives, firmware, options.allocator, options.events);
    core = new RockboxCore(settings, function, firmware, options.events);
  }

  private FaultyMedium faulty(Medium medium) {
    var faulty = new FaultyMedium(medium);
    everyMedium.add(faulty);
    return faulty;
  }

  /** A player of this revision with one disk, unless it is told otherwise. */
  public static Builder builder(RockboxRevision revision) {
    return new Builder(revision);
  }

  /**
   * Plugs the player into a port whose bus is {@code bus}. An earlier link has to be unplugged.
   *
   * @param highestSpeed of the port
   */
  public SimulatedLink attach(Bus bus, Speed highestSpeed) {
    return new SimulatedLink(core, bus, highestSpeed);
  }

  /** The first drive whose media come and go. */
  public OptionalInt removableDrive() {
    int index = removable.indexOf(true);
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** Somebody takes the medium out of a removable drive. */
  public void eject(int drive) {
    requireRemovable(drive).remove();
    firmware.post(() -> function.hotSwapped(false));
  }

  /** Somebody puts the medium back that was in a removable drive last. */
  public void insert(int drive) {
    requireRemovable(drive).insert(media.get(drive));
    firmware.post(() -> function.hotSwapped(true));
  }

  /** Somebody puts another medium into a removable drive. It is not closed by the device. */
  public void insert(int drive, Medium medium) {
    requireRemovable(drive);
    media.set(drive, faulty(medium));
    insert(drive);
  }

  /**
   * Whether a host can be misled: it has the player, and has sent no command since the medium was
   * taken out of a drive, or it is still in. It would take another medium for the one before.
   */
  public boolean isChangeHidden(int drive) {
    return function.isConfigured() && !(drives.get(drive).foundEmpty() && !hasMedium(drive));
  }

  /** Whether there is a medium in a drive. */
  public boolean hasMedium(int drive) {
    return drives.get(drive).present();
  }

  /** Whether a host uses the player and is told that there is no medium in a drive. */
  public boolean isEjected(int drive) {
    return function.isConfigured() && drives.get(drive).ejected();
  }

  private StorageDrive requireRemovable(int drive) {
    if (drive < 0 || drive >= drives.size()) {
      throw new IllegalArgumentException(
          "there are drives 0 to " + (drives.size() - 1) + ", and no drive " + drive);
    }
    if (!removable.get(drive)) {
      throw new IllegalArgumentException("the medium of drive " + drive + " stays where it is");
    }
    return drives.get(drive);
  }

  /** From now on reads of this sector fail, on every drive. */
  public void failReads(long sector) {
    everyMedium.forEach(medium -> medium.failReads(sector));
  }

  /** From now on writes of this sector fail, on every drive. */
  public void failWrites(long sector) {
    everyMedium.forEach(medium -> medium.failWrites(sector));
  }

  /** From now on no sector is bad. */
  public void failNothing() {
    everyMedium.forEach(FaultyMedium::failNothing);
  }

  /** Gives memory back; the player has to be unplugged by then, and the media stay open. */
  @Override
  public void close() {
    core.close();
  }

  /** Collects what a player is to be; every setting has a sensible value before it is set. */
  public static final class Builder {
    private final RockboxRevision revision;
    private final RockboxDrive everyDrive = RockboxDrive.every();
    private final Map<Integer, RockboxDrive> drives = new HashMap<>();
    private int driveCount = 1;
    private boolean skipFirstDrive;
    private Speed speed;
    private int maxPacketBytes;
    private int bufferCount;
    private int readBytes;
    private int writeBytes;
    private boolean wideSectors;
    private boolean clock = true;
    private boolean smart;
    private @Nullable DeviceIdentity identity;
    private DeviceEvents events = DeviceEvents.NONE;
    private Turnaround turnaround = Turnaround.NONE;
    private ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

    private Builder(RockboxRevision revision) {
      this.revision = revision;
      speed = revision.pinnedSpeed().orElse(Speed.HIGH);
      bufferCount = revision.buffers().count();
      readBytes = revision.buffers().readBytes();
      writeBytes = revision.buffers().writeBytes();
    }

    /** How many drives there are, 1 to 16. */
    public Builder drives(int count) {
      driveCount = count;
      return this;
    }

    /** The settings of every drive. */
    public RockboxDrive everyDrive() {
      return everyDrive;
    }

    /** The settings of one drive, from 0 on. */
    public RockboxDrive drive(int index) {
      return drives.computeIfAbsent(index, number -> RockboxDrive.one(everyDrive));
    }

    /** Whether the first drive is kept from the host. */
    public Builder skipFirstDrive(boolean skip) {
      skipFirstDrive = skip;
      return this;
    }

    /** The highest speed of the player. */
    public Builder speed(Speed speed) {
      if (revision.pinnedSpeed().filter(pinned -> pinned != speed).isPresent()) {
        throw new IllegalArgumentException(revision.name() + " does another speed only");
      }
      this.speed = speed;
      return this;
    }

    /** The largest bulk packet at the player's highest speed; 0 for what the speed allows. */
    public Builder maxPacketBytes(int bytes) {
      maxPacketBytes = bytes;
      return this;
    }

    /** The buffers in which the host's reads take turns. */
    public Builder readBuffers(int count, int bytes) {
      bufferCount = count;
      readBytes = bytes;
      return this;
    }

    /** The buffers in which the host's writes take turns; as many as for reads. */
    public Builder writeBuffers(int count, int bytes) {
      bufferCount = count;
      writeBytes = bytes;
      return this;
    }

    /** Whether sectors are counted in 64 bits and not in 32. */
    public Builder wideSectors(boolean wide) {
      wideSectors = wide;
      return this;
    }

    /** Whether the player has a clock that the host can set. */
    public Builder clock(boolean present) {
      clock = present;
      return this;
    }

    /** Whether SMART data of the disk can be read. */
    public Builder smart(boolean present) {
      smart = present;
      return this;
    }

    /** Who the player says that it is, in the place of an iPod Video. */
    public Builder identity(DeviceIdentity identity) {
      this.identity = identity;
      return this;
    }

    /** Who is told what no host sees. */
    public Builder events(DeviceEvents events) {
      this.events = events;
      return this;
    }

    /** How long the firmware takes for each event. */
    public Builder turnaround(Turnaround turnaround) {
      this.turnaround = turnaround;
      return this;
    }

    /** Where the device takes its memory from. */
    public Builder allocator(ByteBufAllocator allocator) {
      this.allocator = allocator;
      return this;
    }

    /** The player, switched on, with a medium in every drive. */
    public RockboxDevice build() {
      if (driveCount < 1 || driveCount > 16) {
        throw new IllegalArgumentException("a player has 1 to 16 drives, not " + driveCount);
      }
      return new RockboxDevice(this);
    }

    private RockboxSettings settings() {
      return new RockboxSettings(
          revision,
          new Buffers(bufferCount, readBytes, writeBytes),
          speed == Speed.HIGH,
          packetBytes(Speed.FULL),
          packetBytes(Speed.HIGH),
          wideSectors,
          clock,
          smart,
          skipFirstDrive,
          identity == null ? ipodVideo() : identity);
    }

    private int packetBytes(Speed of) {
      return of == speed && maxPacketBytes != 0 ? maxPacketBytes : of.bulkMaxPacketBytes();
    }

    /** With the drivers that are switched on, eight zeros and the number of the processor. */
    private DeviceIdentity ipodVideo() {
      boolean plain = revision.equals(RockboxRevision.FEBRUARY_11_2008);
      return new DeviceIdentity(
          0x05ac,
          0x1209,
          0x0100,
          "Rockbox.org",
          "Rockbox media player",
          (plain ? "" : "1" + "00000000") + "000A27001A2B3C4D");
    }
  }
}
