package dev.umsim.core.rockbox;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.rockbox.SenseRecord.Cause;

/**
 * The commands since 2010 (Rockbox firmware/usbstack/usb_storage.c at 789d796).
 *
 * <p>A reply is as long as the least of its structure, dCBWDataTransferLength and, for some
 * commands only, the allocation length of the CDB.
 */
final class PresentCommands implements CommandSet {
  private static final int ALL_PAGES = 0x3f;

  private final RockboxSettings settings;
  private final StorageTransport transport;
  private final Replies replies;
  private final BlockCommands blocks;
  private final AtaCommands ata;
  private final DeviceEvents events;

  PresentCommands(
      RockboxSettings settings,
      StorageTransport transport,
      Replies replies,
      BlockCommands blocks,
      AtaCommands ata,
      DeviceEvents events) {
    this.settings = settings;
    this.transport = transport;
    this.replies = replies;
    this.blocks = blocks;
    this.ata = ata;
    this.events = events;
  }

  @Override
  public void execute(CommandBlock command, int unit, StorageDrive drive) {
    switch (command.cdb(0)) {
      case Opcode.TEST_UNIT_READY -> testUnitReady(drive);
      case Opcode.REQUEST_SENSE -> send(replies.sense(), command);
      case Opcode.INQUIRY ->
          transport.sendResult(
              replies.inquiry(drive), Math.min(command.dataLength(), command.cdb(4)));
      case Opcode.MODE_SENSE_6 -> modeSense(command, drive, false);
      case Opcode.MODE_SENSE_10 -> modeSense(command, drive, true);
      case Opcode.START_STOP_UNIT -> startStop(command, unit, drive);
      case Opcode.PREVENT_ALLOW -> preventAllow(command, unit, drive);
      case Opcode.READ_FORMAT_CAPACITIES -> {
        if (isReady(drive)) {
          send(replies.formatCapacities(drive), command);
        }
      }
      case Opcode.READ_CAPACITY_10 -> {
        if (isReady(drive)) {
          send(replies.capacity10(drive), command);
        }
      }
      case Opcode.REPORT_LUNS -> reportLuns(command);
      case Opcode.READ_10 -> {
        if (isReady(drive)) {
          blocks.read10(command, drive);
        }
      }
      case Opcode.WRITE_10 -> blocks.write10(command, drive);
      case Opcode.WRITE_BUFFER -> writeBuffer(command);
      default -> executeLong(command, drive);
    }
  }

  private void executeLong(CommandBlock command, StorageDrive drive) {
    if (settings.has(Habit.NO_LONG_COMMANDS)) {
      unknown();
      return;
    }
    switch (command.cdb(0)) {
      // Whatever the service action is.
      case Opcode.SERVICE_ACTION_IN_16 -> {
        if (isReady(drive)) {
          send(replies.capacity16(drive), command);
        }
      }
      case Opcode.READ_16 -> {
        if (!settings.wideSectors()) {
          unknown();
        } else if (isReady(drive)) {
          blocks.read16(command, drive);
        }
      }
      case Opcode.WRITE_16 -> {
        if (!settings.wideSectors()) {
          unknown();
        } else {
          blocks.write16(command, drive);
        }
      }
      case Opcode.ATA_PASS_THROUGH_16 -> {
        if (!ata.passThrough16(command)) {
          unknown();
        }
      }
      case Opcode.ATA_PASS_THROUGH_12 -> {
        if (!ata.passThrough12(command)) {
          unknown();
        }
      }
      default -> unknown();
    }
  }

  private void unknown() {
    transport.fail(Cause.INVALID_OPCODE);
  }

  private void send(int length, CommandBlock command) {
    transport.sendResult(length, command.dataLength());
  }

  /** Whether the medium can be asked about; if not, that has been answered. */
  private boolean isReady(StorageDrive drive) {
    if (drive.ejected()) {
      transport.sendFailedResult(Cause.MEDIUM_NOT_PRESENT);
    }
    return !drive.ejected();
  }

  private void testUnitReady(StorageDrive drive) {
    if (drive.ejected()) {
      transport.fail(Cause.MEDIUM_NOT_PRESENT);
    } else {
      transport.pass();
    }
  }

  private void modeSense(CommandBlock command, StorageDrive drive, boolean longForm) {
    if (!isReady(drive)) {
      return;
    }
    if ((command.cdb(2) & 0x3f) != ALL_PAGES) {
      transport.sendFailedResult(Cause.INVALID_FIELD);
    } else {
      send(longForm ? replies.modeSense10(drive) : replies.modeSense6(drive), command);
    }
  }

  private void reportLuns(CommandBlock command) {
    long atMost =
        settings.has(Habit.REPORT_LUNS_UNCUT)
            ? command.dataLength()
            : Math.min(command.dataLength(), command.cdb32(6));
    transport.sendResult(replies.units(), atMost);
  }

  /** Only an ejection does anything, and nothing but a change of the medium undoes it. */
  private void startStop(CommandBlock command, int unit, StorageDrive drive) {
    boolean noPowerCondition = (command.cdb(4) & 0xf0) == 0;
    boolean start = (command.cdb(4) & 1) != 0;
    boolean loadOrEject = (command.cdb(4) & 2) != 0;
    if (noPowerCondition && !start && loadOrEject) {
      drive.setEjected(true);
      events.ejected(unit);
    }
    transport.pass();
  }

  private void preventAllow(CommandBlock command, int unit, StorageDrive drive) {
    boolean locked = (command.cdb(4) & 3) != 0;
    drive.setLocked(locked);
    events.locked(unit, locked);
    transport.pass();
  }

  /** Setting the clock is all that it is for; anything else is forgotten without an answer. */
  private void writeBuffer(CommandBlock command) {
    if (!settings.clock() && !settings.has(Habit.CLOCK_ASSUMED)) {
      unknown();
      return;
    }
    boolean matches =
        command.cdb(1) == 0x01
            && command.cdb(2) == 0
            && command.cdb(3) == 0x0c
            && command.cdb32(4) == 0
            // iTunes sends no length here, libgpod the right one.
            && (command.cdb(8) == 0 || command.cdb(8) == Clock.LENGTH)
            && command.cdb(9) == 0;
    if (matches) {
      transport.receiveTime(Clock.LENGTH);
    }
  }
}
