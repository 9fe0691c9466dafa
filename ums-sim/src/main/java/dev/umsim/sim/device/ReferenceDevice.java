package dev.umsim.sim.device;

import dev.umsim.core.bot.BulkOnlyTransport;
import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.bot.Pace;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.CdRomUnit;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.DeviceServer;
import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.DirectAccessUnit;
import dev.umsim.core.scsi.InquiryData;
import dev.umsim.core.scsi.LogicalUnit;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.scsi.ScsiTarget;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.DeviceIdentity;
import dev.umsim.core.usb.InertFunction;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbDevice;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.sim.deviation.DeviceChoices;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The conformant device: a USB disk of one to sixteen units that does what the standards say.
 *
 * <p>Made by a {@link Builder}. Each call of {@link #attach} plugs in a device with its own state
 * above the same media.
 */
public final class ReferenceDevice {
  /** Who a device says that it is where nothing else was set. */
  public static final DeviceIdentity IDENTITY =
      new DeviceIdentity(0x1209, 0x0001, 0x0100, "umsim", "Mass Storage", "00000000000000000001");

  /** What its units answer to INQUIRY where nothing else was set. */
  public static final InquiryData INQUIRY_DATA = new InquiryData("UMSIM", "Mass Storage", "0001");

  /** Memory of a task: the largest chunk in which data of a command moves. */
  private static final int CHUNK_BYTES = 64 * 1024;

  private final Builder options;

  private ReferenceDevice(Builder options) {
    this.options = options;
  }

  /** A device with the choices of this project, still without a unit. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Plugs the device into a port whose bus is {@code bus}.
   *
   * @param highestSpeed of the port
   */
  public SimulatedLink attach(Bus bus, Speed highestSpeed) {
    var accesses = new BlockAccessPool(options.allocator, options.readBytes, options.writeBytes);
    var target =
        new ScsiTarget(units(), accesses, options.commandChoices, options.powerOnAttention);
    var transport =
        new BulkOnlyTransport(options.place, target, options.transportChoices, options.pace);
    var functions = new ArrayList<UsbFunction>();
    // Interfaces before the mass storage one, as players have them.
    for (int number = 0; number < options.place.number(); number++) {
      functions.add(new InertFunction(number, List.of()));
    }
    functions.add(transport);
    functions.addAll(options.furtherFunctions);
    var device =
        new UsbDevice(options.identity, options.dualSpeed, functions, options.requestChoices);
    return new SimulatedLink(device, bus, highestSpeed);
  }

  private List<LogicalUnit> units() {
    var units = new ArrayList<LogicalUnit>();
    for (int lun = 0; lun < options.units.size(); lun++) {
      units.add(new LogicalUnit(server(options.units.get(lun), lun)));
    }
    return units;
  }

  private DeviceServer server(Unit unit, int lun) {
    var serialNumber = options.identity.serialNumber();
    return switch (unit.type()) {
      case DISK ->
          new DirectAccessUnit(
              unit.slot(), options.inquiryData, serialNumber, lun, options.writeCache, 0);
      case CD_ROM -> new CdRomUnit(unit.slot(), options.inquiryData, serialNumber, lun);
    };
  }

  private record Unit(DeviceType type, MediumSlot slot) {}

  /** Collects what a device is to be; every setting has a sensible value before it is set. */
  public static final class Builder {
    private final List<Unit> units = new ArrayList<>();
    private final List<UsbFunction> furtherFunctions = new ArrayList<>();
    private ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
    private DeviceIdentity identity = IDENTITY;
    private InquiryData inquiryData = INQUIRY_DATA;
    private MassStorageInterface place = MassStorageInterface.ALONE;
    private boolean dualSpeed = true;
    private boolean writeCache = true;
    private boolean powerOnAttention;
    private TransportChoices transportChoices = TransportChoices.CORRECT;
    private CommandChoices commandChoices = CommandChoices.CORRECT;
    private RequestChoices requestChoices = RequestChoices.CORRECT;
    private Pace pace = Pace.NONE;
    private int readBytes = CHUNK_BYTES;
    private int writeBytes = CHUNK_BYTES;

    private Builder() {}

    /** Adds a fixed disk with this medium; LUN 0 first. The medium is not closed by the device. */
    public Builder medium(Medium medium) {
      return disk(MediumSlot.fixed(medium));
    }

    /** Adds a disk over a slot. Media come into the slot and leave it by its own methods. */
    public Builder disk(MediumSlot slot) {
      units.add(new Unit(DeviceType.DISK, Objects.requireNonNull(slot)));
      return this;
    }

    /**
     * Adds a CD-ROM drive over a slot, which from now on takes only media with blocks of 2048
     * bytes.
     *
     * @throws IllegalArgumentException if there is a medium with other blocks in the slot
     */
    public Builder cdRom(MediumSlot slot) {
      slot.requireBlockSize(CdRomUnit.BLOCK_SIZE);
      units.add(new Unit(DeviceType.CD_ROM, Objects.requireNonNull(slot)));
      return this;
    }

    /** Who the device says that it is. */
    public Builder identity(DeviceIdentity identity) {
      this.identity = identity;
      return this;
    }

    /** What its units answer to INQUIRY. */
    public Builder inquiryData(InquiryData inquiryData) {
      this.inquiryData = inquiryData;
      return this;
    }

    /** Interface number and endpoints; lower interface numbers are filled with inert interfaces. */
    public Builder place(MassStorageInterface place) {
      this.place = place;
      return this;
    }

    /** Whether the device does high speed beside full speed. */
    public Builder dualSpeed(boolean dualSpeed) {
      this.dualSpeed = dualSpeed;
      return this;
    }

    /** Whether writes may wait for SYNCHRONIZE CACHE before they are durable. */
    public Builder writeCache(boolean writeCache) {
      this.writeCache = writeCache;
      return this;
    }

    /** Whether the first command after each configuration meets 06/29/00. */
    public Builder powerOnAttention(boolean powerOnAttention) {
      this.powerOnAttention = powerOnAttention;
      return this;
    }

    /** What the device does where the standard leaves it the choice. */
    public Builder choices(ShortData shortData, ExcessData excessData) {
      return transportChoices(TransportChoices.of(shortData, excessData));
    }

    /** Lets the device deviate in all that it does, and in what stands beside mass storage. */
    public Builder choices(DeviceChoices choices) {
      place = choices.composition().place();
      int behind = place.number() + 1;
      for (int count = 0; count < choices.composition().interfacesBehind(); count++) {
        furtherFunctions.add(new InertFunction(behind + count, List.of()));
      }
      return transportChoices(choices.transport())
          .commandChoices(choices.commands())
          .requestChoices(choices.requests());
    }

    /** Lets the device deviate in its transport. */
    public Builder transportChoices(TransportChoices choices) {
      this.transportChoices = choices;
      return this;
    }

    /** Lets the device deviate in its commands. */
    public Builder commandChoices(CommandChoices choices) {
      this.commandChoices = choices;
      return this;
    }

    /** Lets the device deviate on endpoint 0. */
    public Builder requestChoices(RequestChoices choices) {
      this.requestChoices = choices;
      return this;
    }

    /** How long the firmware takes, and when it awaits the next command. */
    public Builder pace(Pace pace) {
      this.pace = pace;
      return this;
    }

    /**
     * In which pieces the data of a command moves between bus and medium: small ones follow each
     * other as in a device that streams.
     *
     * @param bytes at least a block of each unit
     */
    public Builder chunkBytes(int bytes) {
      return chunkBytes(bytes, bytes);
    }

    /** The same, with pieces of one size for the host's reads and of another for its writes. */
    public Builder chunkBytes(int readBytes, int writeBytes) {
      this.readBytes = readBytes;
      this.writeBytes = writeBytes;
      return this;
    }

    /** Where the device takes its memory from. */
    public Builder allocator(ByteBufAllocator allocator) {
      this.allocator = allocator;
      return this;
    }

    /** The device; at least one unit is needed. */
    public ReferenceDevice build() {
      if (units.isEmpty()) {
        throw new IllegalStateException("a device needs a unit");
      }
      return new ReferenceDevice(this);
    }
  }
}
