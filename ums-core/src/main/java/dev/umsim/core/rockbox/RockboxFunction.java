package dev.umsim.core.rockbox;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.firmware.SerialFirmware;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;

/**
 * Rockbox's mass storage class driver (Rockbox firmware/usbstack/usb_storage.c at 789d796, and the
 * earlier ones of {@link RockboxRevision}).
 *
 * <p>It never halts an endpoint but for a bad signature, tells every residue as 0, and lets a CSW
 * come where a host awaits data. Its memory outlives a connection: what the transfer buffer holds,
 * the sense record, and the command that it answers.
 *
 * <p>Where the real driver would read or write outside of its variables the model says so and stops
 * the firmware, which then answers nothing until it is switched on again.
 */
public final class RockboxFunction implements UsbFunction {
  private static final int BULK_ONLY_RESET = 0xff;
  private static final int GET_MAX_LUN = 0xfe;
  private static final int BULK_OUT = 0x01;

  /** Changes of a card are told as of this drive, whichever it is. */
  private static final int HOT_SWAP_DRIVE = 1;

  private final RockboxSettings settings;
  private final List<StorageDrive> drives;
  private final SerialFirmware firmware;
  private final DeviceEvents events;
  private final DriverMemory memory;
  private final SenseRecord sense = new SenseRecord();
  private final CommandBlock command = new CommandBlock();
  private final StorageTransport transport;
  private final BlockStorage storage;
  private final BlockMover mover;
  private final CommandSet commands;
  private final Clock clock;
  private boolean configured;

  /**
   * @param drives the player's, the first of them LUN 0 unless it is skipped
   * @param firmware the thread in which the driver runs
   */
  public RockboxFunction(
      RockboxSettings settings,
      List<StorageDrive> drives,
      SerialFirmware firmware,
      ByteBufAllocator allocator,
      DeviceEvents events) {
    if (drives.isEmpty() || drives.size() > 16) {
      throw new IllegalArgumentException("a player has 1 to 16 drives, not " + drives.size());
    }
    this.settings = settings;
    this.drives = List.copyOf(drives);
    this.firmware = firmware;
    this.events = events;
    memory = new DriverMemory(settings);
    transport = new StorageTransport(settings, memory, sense, firmware, new Turn());
    storage = new BlockStorage(firmware, allocator, settings.buffers());
    mover = new BlockMover(settings, memory, transport, storage);
    clock = new Clock(events);
    commands = commandSet();
  }

  private CommandSet commandSet() {
    var replies = new Replies(settings, drives, memory, sense);
    if (settings.has(Habit.EARLY_COMMANDS)) {
      return new EarlyCommands(settings, drives, memory, transport, replies, mover);
    }
    return new PresentCommands(
        settings,
        transport,
        replies,
        new BlockCommands(settings, transport, mover),
        new AtaCommands(settings, drives, memory, mover, this::undefined),
        events);
  }

  private int bulkIn() {
    return settings.has(Habit.BULK_IN_IS_ENDPOINT_2) ? 0x82 : 0x81;
  }

  @Override
  public InterfaceDescriptor describe(Speed speed) {
    int packetBytes = settings.packetBytes(speed);
    return new InterfaceDescriptor(
        0,
        0,
        0x08,
        0x06,
        0x50,
        0,
        List.of(
            EndpointDescriptor.bulk(bulkIn(), packetBytes),
            EndpointDescriptor.bulk(BULK_OUT, packetBytes)));
  }

  /** The player is switched on: nothing is left in memory. */
  void powerUp() {
    memory.erase();
    sense.clear();
    mover.forget();
  }

  @Override
  public void configured(EndpointPipes pipes) {
    configured = true;
    storage.open();
    transport.connect(pipes, bulkIn(), BULK_OUT);
    for (var drive : drives) {
      drive.setEjected(!drive.present());
      drive.setLocked(false);
    }
  }

  @Override
  public void deconfigured() {
    configured = false;
    transport.disconnect();
  }

  @Override
  public void close() {
    storage.close();
  }

  /** Nothing is armed again, and nobody is told: a halt is all that the host has cleared. */
  @Override
  public void haltCleared(int endpointAddress) {}

  /** All transfers are given up, and nobody in the driver learns of it. */
  void cancelTransfers() {
    transport.cancelAll();
  }

  /** Get Max LUN and the reset, by their number alone: nothing else of the request is looked at. */
  @Override
  public ControlAnswer request(SetupPacket setup) {
    return switch (setup.request()) {
      case GET_MAX_LUN -> {
        // It goes out from where replies are built, over what may be waiting there.
        memory.bytes().setByte(memory.replyAt(), maxLun());
        yield ControlAnswer.data(maxLun());
      }
      case BULK_ONLY_RESET -> {
        transport.reset();
        yield ControlAnswer.DONE;
      }
      default -> ControlAnswer.STALL;
    };
  }

  private int maxLun() {
    if (settings.has(Habit.UNITS_FOLLOW_CARD)
        && drives.size() > HOT_SWAP_DRIVE
        && !drives.get(HOT_SWAP_DRIVE).present()) {
      return 0;
    }
    return drives.size() - 1 - skipped() & 0xff;
  }

  private int skipped() {
    return settings.skipFirstDrive() ? 1 : 0;
  }

  /** Whether there is a host that uses the drives. */
  public boolean isConfigured() {
    return configured;
  }

  /** Somebody has put a card in, or taken one out; an event of the firmware. */
  public void hotSwapped(boolean inserted) {
    if (drives.size() <= HOT_SWAP_DRIVE) {
      // The real driver then sets a flag behind its array of flags, which is read by nobody here.
      return;
    }
    var drive = drives.get(HOT_SWAP_DRIVE);
    drive.setEjected(!(inserted && drive.present()));
    if (drive.ejected()) {
      drive.setLocked(false);
    }
  }

  private void undefined(String what) {
    transport.cancelAll();
    firmware.stop();
    events.undefinedBehaviour(what);
  }

  private void execute() {
    command.load(memory.bytes(), memory.commandAt());
    if (!settings.has(Habit.SIGNATURE_NOT_CHECKED)) {
      if (command.signature() != CommandBlock.SIGNATURE) {
        transport.haltBoth();
        return;
      }
      // The same bytes shall not be taken for a command again.
      memory.bytes().setIntLE(memory.commandAt(), 0);
    }
    int unit = command.lun() + skipped();
    if (unit >= drives.size()) {
      undefined("a command for drive " + unit + " of " + drives.size());
      return;
    }
    var drive = drives.get(unit);
    if (drive.removable() && !drive.present()) {
      drive.setEjected(true);
      drive.setFoundEmpty();
    }
    transport.answerTo(command.tag());
    commands.execute(command, unit, drive);
  }

  /** The driver's turn. */
  private final class Turn implements StorageTransport.Steps {
    @Override
    public void commandReceived() {
      execute();
    }

    @Override
    public void blocksSent() {
      mover.sent();
    }

    @Override
    public void blocksReceived(int bytes) {
      mover.received(bytes);
    }

    @Override
    public void timeReceived() {
      clock.set(memory.bytes(), memory.transferAt());
      transport.pass();
    }
  }
}
