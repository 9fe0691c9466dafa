package dev.umsim.core.rockbox;

import java.util.List;
import java.util.Optional;

/**
 * ATA commands that a host sends through SCSI (SAT-2, section 12.2), of which the driver knows
 * IDENTIFY DEVICE and the reading of SMART data. They go to the player's disk, whatever the unit.
 */
final class AtaCommands {
  private static final int PIO_DATA_IN = 0x08;
  private static final int LENGTH_IN_SECTOR_COUNT = 0x0e;
  private static final int IDENTIFY_PACKET_DEVICE = 0xa1;
  private static final int IDENTIFY_DEVICE = 0xec;
  private static final int SMART = 0xb0;

  private static final byte SMART_REVISION = 16;

  private final RockboxSettings settings;
  private final Optional<AtaIdentify> identify;
  private final DriverMemory memory;
  private final BlockMover mover;
  private final UndefinedBehaviour undefined;

  AtaCommands(
      RockboxSettings settings,
      List<StorageDrive> drives,
      DriverMemory memory,
      BlockMover mover,
      UndefinedBehaviour undefined) {
    this.settings = settings;
    this.memory = memory;
    this.mover = mover;
    this.undefined = undefined;
    identify = drives.stream().flatMap(each -> each.identify().stream()).findFirst();
  }

  /** Whether it is one of the known commands, which then is under way. */
  boolean passThrough16(CommandBlock command) {
    return hasDirection(command) && command.cdb(6) == 1 && execute(command.cdb(14));
  }

  /** Whether it is one of the known commands, which then is under way. */
  boolean passThrough12(CommandBlock command) {
    return hasDirection(command) && command.cdb(4) == 1 && execute(command.cdb(9));
  }

  private static boolean hasDirection(CommandBlock command) {
    return command.cdb(1) == PIO_DATA_IN && command.cdb(2) == LENGTH_IN_SECTOR_COUNT;
  }

  private boolean execute(int ataCommand) {
    if (identify.isEmpty()) {
      return false;
    }
    return switch (ataCommand) {
      case IDENTIFY_PACKET_DEVICE, IDENTIFY_DEVICE -> {
        sendIdentify(identify.get());
        yield true;
      }
      case SMART -> {
        if (settings.smart()) {
          sendSmart();
        }
        yield settings.smart();
      }
      default -> false;
    };
  }

  /**
   * The words go to the start of the transfer buffer, but what is sent is what a pointer points to
   * that READ and WRITE set. Until one of them has come since the player was switched on, that is
   * nowhere; afterwards it is the transfer buffer, which is taken to be allocated in the same place
   * each time.
   */
  private void sendIdentify(AtaIdentify identify) {
    memory.bytes().setBytes(memory.transferAt(), identify.bytes());
    if (mover.pointed()) {
      mover.sendWhatStands(AtaIdentify.LENGTH);
    } else {
      undefined.reached("IDENTIFY DEVICE before the first READ or WRITE sends from address 0");
    }
  }

  /**
   * Data and thresholds of a disk without attributes: the structure's revision and a checksum that
   * makes the sum of all bytes 0 (ATA-6, section 8.48). What the disk answers is not looked at.
   */
  private void sendSmart() {
    var data = new byte[AtaIdentify.LENGTH];
    data[0] = SMART_REVISION;
    data[AtaIdentify.LENGTH - 1] = -SMART_REVISION;
    memory.bytes().setBytes(memory.transferAt(), data);
    mover.point();
    mover.sendWhatStands(AtaIdentify.LENGTH);
  }
}
