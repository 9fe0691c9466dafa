package dev.umsim.core.rockbox;

import dev.umsim.core.rockbox.SenseRecord.Cause;

/**
 * READ and WRITE since 2010: which sectors they mean, with the arithmetic of the build.
 *
 * <p>The product of LBA and multiplier has 32 bits in the forms with 10 bytes, and so has its sum
 * with the count where sectors have 32 bits: both wrap.
 */
final class BlockCommands {
  private static final long LOW_32 = 0xffff_ffffL;

  private final RockboxSettings settings;
  private final StorageTransport transport;
  private final BlockMover mover;

  BlockCommands(RockboxSettings settings, StorageTransport transport, BlockMover mover) {
    this.settings = settings;
    this.transport = transport;
    this.mover = mover;
  }

  /** The unit is ready. */
  void read10(CommandBlock command, StorageDrive drive) {
    read(drive, sector10(command, drive), command.cdb16(7));
  }

  /** The unit is ready. */
  void read16(CommandBlock command, StorageDrive drive) {
    read(drive, sector16(command, drive), command.cdb32(10));
  }

  private void read(StorageDrive drive, long sector, long blocks) {
    long count = blocks * drive.multiplier() & LOW_32;
    mover.point();
    if (isOutside(drive, sector, count)) {
      transport.fail(Cause.OUT_OF_RANGE);
    } else {
      mover.read(drive, sector, count);
    }
  }

  void write10(CommandBlock command, StorageDrive drive) {
    write(drive, sector10(command, drive), command.cdb16(7));
  }

  void write16(CommandBlock command, StorageDrive drive) {
    write(drive, sector16(command, drive), command.cdb32(10));
  }

  private void write(StorageDrive drive, long sector, long blocks) {
    if (drive.ejected()) {
      transport.fail(Cause.MEDIUM_NOT_PRESENT);
      return;
    }
    long count = blocks * drive.multiplier() & LOW_32;
    mover.point();
    if (isOutside(drive, sector, count)) {
      transport.fail(Cause.OUT_OF_RANGE);
    } else {
      mover.write(drive, sector, count);
    }
  }

  private static long sector10(CommandBlock command, StorageDrive drive) {
    return command.cdb32(2) * drive.multiplier() & LOW_32;
  }

  /** Byte 6 of the CDB is shifted as a signed number: from 80 on it fills the upper half. */
  private static long sector16(CommandBlock command, StorageDrive drive) {
    long lba = command.cdb32(2) << 32 | (long) (int) command.cdb32(6);
    return lba * drive.multiplier();
  }

  private boolean isOutside(StorageDrive drive, long sector, long count) {
    long end = sector + count;
    return settings.wideSectors()
        ? Long.compareUnsigned(end, drive.sectors()) > 0
        : (end & LOW_32) > (drive.sectors() & LOW_32);
  }
}
