package dev.umsim.core.testing;

import dev.umsim.core.bot.BulkOnlyTransport;
import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.CommandChoices;
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
import dev.umsim.core.usb.ZeroTimeBus;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A mass storage device at a link, put together for a test, with a host on the other side. */
public final class TestDevice implements AutoCloseable {
  /** Its serial number. */
  public static final String SERIAL_NUMBER = "0123456789AB";

  private final UsbDevice device;
  private final ObservedFunction function;
  private final BlockAccessPool accesses;
  private final UnpooledByteBufAllocator allocator;
  private final Setup setup;
  private SimulatedLink link;
  private CommandHost host;

  private TestDevice(Setup setup) {
    this.setup = setup;
    allocator = new UnpooledByteBufAllocator(true);
    accesses = new BlockAccessPool(allocator, setup.accessBytes);
    var units = new ArrayList<LogicalUnit>();
    for (var medium : setup.media) {
      var inquiry = new InquiryData("UMSIM", "Mass Storage", "0001");
      int lun = units.size();
      units.add(
          new LogicalUnit(
              new DirectAccessUnit(
                  MediumSlot.fixed(medium), inquiry, SERIAL_NUMBER, lun, setup.writeCache, 0)));
    }
    var target = new ScsiTarget(units, accesses, CommandChoices.CORRECT, setup.powerOnAttention);
    function = new ObservedFunction(new BulkOnlyTransport(setup.place, target, setup.choices));
    var functions = new ArrayList<UsbFunction>();
    for (int number = 0; number < setup.place.number(); number++) {
      functions.add(new InertFunction(number, setup.otherEndpoints));
    }
    functions.add(function);
    device =
        new UsbDevice(
            new DeviceIdentity(0x1209, 0x0001, 0x0100, "umsim", "Mass Storage", SERIAL_NUMBER),
            setup.dualSpeed,
            functions,
            RequestChoices.CORRECT);
    plugIn(setup.speed);
  }

  /** Attaches the device to a new port, which does this speed at most. */
  public void plugIn(Speed highestSpeed) {
    link = new SimulatedLink(device, setup.bus.get(), highestSpeed);
    var place = setup.place;
    host = new CommandHost(new RawHost(link, place.number(), place.bulkIn(), place.bulkOut()));
  }

  public CommandHost host() {
    return host;
  }

  public RawHost raw() {
    return host.raw();
  }

  public SimulatedLink link() {
    return link;
  }

  public UsbDevice device() {
    return device;
  }

  public ObservedFunction function() {
    return function;
  }

  /** Bytes of memory that the accesses to media hold. */
  public long accessMemoryBytes() {
    return allocator.metric().usedDirectMemory();
  }

  /** SET_ADDRESS and SET_CONFIGURATION. */
  public TestDevice configured() {
    raw().configure();
    return this;
  }

  @Override
  public void close() {
    link.close();
    accesses.close();
  }

  /** A device with one unit of 64 blocks at high speed, unless something else is said. */
  public static Setup setup() {
    return new Setup();
  }

  /** What a device is put together of. */
  public static final class Setup {
    private List<Medium> media = List.of(new ScriptedMedium(512, 64));
    private MassStorageInterface place = MassStorageInterface.ALONE;
    private List<Integer> otherEndpoints = List.of();
    private TransportChoices choices = TransportChoices.CORRECT;
    private Supplier<Bus> bus = ZeroTimeBus::new;
    private Speed speed = Speed.HIGH;
    private boolean dualSpeed = true;
    private boolean powerOnAttention;
    private boolean writeCache = true;
    private int accessBytes = 64 * 1024;

    private Setup() {}

    public Setup media(Medium... media) {
      this.media = List.of(media);
      return this;
    }

    /** Interfaces before that of the place have these endpoints and do nothing. */
    public Setup place(MassStorageInterface place, Integer... otherEndpoints) {
      this.place = place;
      this.otherEndpoints = List.of(otherEndpoints);
      return this;
    }

    public Setup policies(ShortData shortData, ExcessData excessData) {
      choices = TransportChoices.of(shortData, excessData);
      return this;
    }

    public Setup bus(Supplier<Bus> bus) {
      this.bus = bus;
      return this;
    }

    public Setup speed(Speed speed) {
      this.speed = speed;
      return this;
    }

    public Setup fullSpeedOnly() {
      dualSpeed = false;
      return this;
    }

    public Setup powerOnAttention() {
      powerOnAttention = true;
      return this;
    }

    public Setup withoutWriteCache() {
      writeCache = false;
      return this;
    }

    public Setup accessBytes(int accessBytes) {
      this.accessBytes = accessBytes;
      return this;
    }

    /** The device, attached and not yet configured. */
    public TestDevice attached() {
      return new TestDevice(this);
    }

    /** The device, addressed and configured. */
    public TestDevice configured() {
      return attached().configured();
    }
  }
}
