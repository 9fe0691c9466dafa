package dev.umsim.core.rockbox;

import dev.umsim.core.rockbox.SenseRecord.Cause;
import java.util.List;

/**
 * The commands of February 2008 (Rockbox firmware/usbstack/usb_storage.c at 2f7cffa204 and
 * 07427592a9). Of a unit without a card they know that it is not ready, and tell it as of no size.
 */
final class EarlyCommands implements CommandSet {
  /** One buffer of 128 KiB, in sectors. */
  private static final long MOST_SECTORS = 256;

  private static final int FORMAT_CAPACITIES_LENGTH = 12;
  private static final long LARGEST_32 = 0xffff_ffffL;

  private final RockboxSettings settings;
  private final List<StorageDrive> drives;
  private final DriverMemory memory;
  private final StorageTransport transport;
  private final Replies replies;
  private final BlockMover mover;

  /** The tag of the last READ or WRITE. */
  private int blockTag;

  EarlyCommands(
      RockboxSettings settings,
      List<StorageDrive> drives,
      DriverMemory memory,
      StorageTransport transport,
      Replies replies,
      BlockMover mover) {
    this.settings = settings;
    this.drives = drives;
    this.memory = memory;
    this.transport = transport;
    this.replies = replies;
    this.mover = mover;
  }

  private boolean isFirst() {
    return settings.has(Habit.SENSE_NOT_KEPT);
  }

  @Override
  public void execute(CommandBlock command, int unit, StorageDrive drive) {
    switch (command.cdb(0)) {
      case Opcode.TEST_UNIT_READY -> {
        if (drive.present()) {
          transport.pass();
        } else {
          transport.failNotReady();
        }
      }
      case Opcode.REQUEST_SENSE -> requestSense();
      case Opcode.INQUIRY ->
          transport.sendResult(inquiry(drive), Math.min(command.dataLength(), command.cdb(4)));
      case Opcode.MODE_SENSE_6 -> sendZeros(isFirst() ? 8 : 4, command);
      case Opcode.START_STOP_UNIT, Opcode.PREVENT_ALLOW -> transport.pass();
      case Opcode.READ_FORMAT_CAPACITIES ->
          transport.sendResult(formatCapacities(drive), command.dataLength());
      case Opcode.READ_CAPACITY_10 ->
          transport.sendResult(replies.capacity10(drive), command.dataLength());
      case Opcode.READ_10 -> read(command, drive);
      case Opcode.WRITE_10 -> write(command, drive);
      case Opcode.MODE_SENSE_10 -> {
        if (isFirst()) {
          unknown();
        } else {
          sendZeros(8, command);
        }
      }
      case Opcode.REPORT_LUNS -> {
        if (isFirst()) {
          unknown();
        } else {
          transport.sendResult(units(), command.dataLength());
        }
      }
      default -> unknown();
    }
  }

  private void unknown() {
    if (settings.has(Habit.TAG_OF_LAST_BLOCK_COMMAND)) {
      transport.answerTo(blockTag);
    }
    transport.passBehindHalt();
  }

  /** All of it, whatever the host has room for. */
  private void requestSense() {
    int length =
        isFirst()
            // The information is a number that was not meant to be any.
            ? replies.sense(Cause.MEDIUM_NOT_PRESENT.key(), 2, Cause.MEDIUM_NOT_PRESENT.code())
            : replies.sense();
    transport.sendResult(length, length);
  }

  private int inquiry(StorageDrive drive) {
    if (!settings.has(Habit.EARLY_INQUIRY)) {
      return replies.inquiry(drive);
    }
    boolean removable = drive.identify().map(AtaIdentify::removableMedia).orElse(false);
    return replies.inquiry(drive, removable, 3, 3);
  }

  private void sendZeros(int length, CommandBlock command) {
    memory.reply().zero(0, length);
    transport.sendResult(length, command.dataLength());
  }

  /** The descriptor's code lands in the last byte of the block size. */
  private int formatCapacities(StorageDrive drive) {
    memory
        .reply()
        .put32(0, 8)
        .put32(4, drive.sectors() / drive.multiplier() - 1)
        .put32(8, drive.sectorBytes() * drive.multiplier() | 2);
    return FORMAT_CAPACITIES_LENGTH;
  }

  /** The first unit, and the card slot if there is one, by their numbers. */
  private int units() {
    int count = Math.min(drives.size(), 2);
    int length = 8 + 8 * count;
    memory.reply().zero(0, length).put32(0, length - 8).put8(8 + 8 * (count - 1) + 1, count - 1);
    return length;
  }

  /** The upper byte of the count is shifted twice as far as it should be. */
  private static long count(CommandBlock command, StorageDrive drive) {
    return ((long) command.cdb(7) << 16 | command.cdb(8)) * drive.multiplier();
  }

  private static long sector(CommandBlock command, StorageDrive drive) {
    return command.cdb32(2) * drive.multiplier() & LARGEST_32;
  }

  private void read(CommandBlock command, StorageDrive drive) {
    blockTag = command.tag();
    long count = count(command, drive);
    if (settings.has(Habit.RANGE_NOT_CHECKED)) {
      mover.read(drive, sector(command, drive), Math.min(count, MOST_SECTORS));
    } else if (isInside(command, drive)) {
      mover.read(drive, sector(command, drive), count);
    }
  }

  private void write(CommandBlock command, StorageDrive drive) {
    blockTag = command.tag();
    long count = count(command, drive);
    if (!settings.has(Habit.RANGE_NOT_CHECKED)) {
      if (isInside(command, drive)) {
        mover.write(drive, sector(command, drive), count);
      }
    } else if (count > MOST_SECTORS) {
      transport.fail(Cause.OUT_OF_RANGE);
    } else {
      mover.write(drive, sector(command, drive), count);
    }
  }

  /** Whether the blocks can be moved; if not, that has been answered. */
  private boolean isInside(CommandBlock command, StorageDrive drive) {
    if (!drive.present()) {
      transport.fail(Cause.MEDIUM_NOT_PRESENT);
      return false;
    }
    long end = sector(command, drive) + count(command, drive);
    // The product with the multiplier is taken a second time; and 256 blocks look like 65536.
    if (command.cdb(7) != 0 || (end * drive.multiplier() & LARGEST_32) > drive.sectors()) {
      transport.fail(Cause.OUT_OF_RANGE);
      return false;
    }
    return true;
  }
}
