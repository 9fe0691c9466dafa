package dev.umsim.core.rockbox;

import java.util.List;

/**
 * The replies of the driver, each built in its memory; the methods return how long they are.
 *
 * <p>Sizes and counts are those of the blocks that the host sees, of one or more sectors each.
 */
final class Replies {
  private static final int INQUIRY_LENGTH = 36;
  private static final int SENSE_LENGTH = 18;
  private static final int MODE_6_LENGTH = 12;
  private static final int MODE_10_LENGTH = 24;
  private static final int FORMAT_CAPACITIES_LENGTH = 12;
  private static final int CAPACITY_10_LENGTH = 8;
  private static final int CAPACITY_16_LENGTH = 16;
  private static final long LARGEST_32 = 0xffff_ffffL;

  private final RockboxSettings settings;
  private final List<StorageDrive> drives;
  private final DriverMemory memory;
  private final SenseRecord sense;

  Replies(
      RockboxSettings settings, List<StorageDrive> drives, DriverMemory memory, SenseRecord sense) {
    this.settings = settings;
    this.drives = drives;
    this.memory = memory;
    this.sense = sense;
  }

  private static int blockBytes(StorageDrive drive) {
    return drive.sectorBytes() * drive.multiplier();
  }

  /** Blocks of the drive, in as many bits as the build counts sectors in. */
  private long blockCount(StorageDrive drive) {
    long sectors = settings.wideSectors() ? drive.sectors() : drive.sectors() & LARGEST_32;
    return Long.divideUnsigned(sectors, drive.multiplier());
  }

  /** Standard INQUIRY data: always removable, SPC-2, whatever page was asked for. */
  int inquiry(StorageDrive drive) {
    return inquiry(drive, true, 4, 2);
  }

  int inquiry(StorageDrive drive, boolean removable, int version, int format) {
    var text = drive.text();
    memory
        .reply()
        .zero(0, 8)
        .put8(1, removable ? 0x80 : 0)
        .put8(2, version)
        .put8(3, format)
        .put8(4, INQUIRY_LENGTH - 5)
        .putText(8, 8, text.vendor())
        .putText(16, 16, text.product())
        .putText(32, 4, text.revision());
    return INQUIRY_LENGTH;
  }

  /** The record, without a word about which unit it is of. */
  int sense() {
    return sense(sense.cause().key(), 0, sense.cause().code());
  }

  int sense(int key, int information, int code) {
    memory
        .reply()
        .zero(0, SENSE_LENGTH)
        .put8(0, 0x70)
        .put8(2, key)
        .put8(3, information)
        .put8(7, 10)
        .put8(12, code);
    return SENSE_LENGTH;
  }

  /** A block descriptor with at most FFFFFF blocks, and no page. */
  int modeSense6(StorageDrive drive) {
    long count = blockCount(drive);
    memory
        .reply()
        .zero(0, MODE_6_LENGTH)
        .put8(0, MODE_6_LENGTH - 1)
        .put8(3, 8)
        .put24(5, (int) (Long.compareUnsigned(count, 0xff_ffff) > 0 ? 0xff_ffff : count))
        .put24(9, blockBytes(drive));
    return MODE_6_LENGTH;
  }

  /**
   * A long block descriptor, and no page. The upper two bytes of the count are not written; the
   * next two are, but a shift that is too wide makes them 0.
   */
  int modeSense10(StorageDrive drive) {
    long count = blockCount(drive);
    var reply =
        memory
            .reply()
            .put16(0, MODE_10_LENGTH - 2)
            .put16(2, 0)
            .put16(4, 0x0100)
            .put16(6, 16)
            .put16(10, 0)
            .put32(12, count)
            .put32(16, 0)
            .put32(20, blockBytes(drive));
    if (settings.has(Habit.MODE_COUNT_WRITTEN)) {
      reply.put32(8, count >>> 32);
    }
    return MODE_10_LENGTH;
  }

  /** The last block stands where the number of blocks belongs. */
  int formatCapacities(StorageDrive drive) {
    long count = blockCount(drive);
    memory
        .reply()
        .put32(0, 8)
        .put32(4, Long.compareUnsigned(count, LARGEST_32) > 0 ? LARGEST_32 : count - 1)
        .put32(8, blockBytes(drive))
        .put8(8, 0x02);
    return FORMAT_CAPACITIES_LENGTH;
  }

  int capacity10(StorageDrive drive) {
    long count = blockCount(drive);
    memory
        .reply()
        .put32(0, Long.compareUnsigned(count, LARGEST_32) >= 0 ? LARGEST_32 : count - 1)
        .put32(4, blockBytes(drive));
    return CAPACITY_10_LENGTH;
  }

  /**
   * Half of READ CAPACITY (16) data. Of the last block the upper two bytes are not written and the
   * next two are 0, as in {@link #modeSense10}. The size is also written where that reply has it.
   */
  int capacity16(StorageDrive drive) {
    memory
        .reply()
        .put32(20, blockBytes(drive))
        .put16(2, 0)
        .put32(4, blockCount(drive) - 1)
        .put32(8, blockBytes(drive))
        .put8(12, 0x10)
        .put8(13, Integer.numberOfTrailingZeros(drive.multiplier()))
        .put16(14, 1);
    return CAPACITY_16_LENGTH;
  }

  /** One entry for each drive, with 1 where the unit's number belongs if it is removable. */
  int units() {
    int length = 8 + 8 * drives.size();
    var reply = memory.reply().zero(0, length).put32(0, length - 8);
    for (int i = 0; i < drives.size(); i++) {
      reply.put8(8 + 8 * i + 1, drives.get(i).removable() ? 1 : 0);
    }
    return length;
  }
}
