package dev.umsim.bench.linux;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.BlockCommand;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * What Linux 6.1 asks a disk before anybody uses it ({@code drivers/scsi/sd.c}, {@code
 * block/partitions}): its size, its caches and its write protection, all of it twice, and the
 * places where tables of partitions stand.
 */
public final class LinuxAttach {
  private static final int CAPACITY_BYTES = 8;
  private static final int PAGE_BYTES = 4096;

  /** Pages that are looked at for a table: of PCs, and of others behind it. */
  private static final int[] TABLE_PAGES = {0, 1, 3};

  private LinuxAttach() {}

  /** Makes a unit known as the kernel does. */
  public static Disk open(BulkOnlyHost host, int lun) throws HostException {
    var disk = Disk.open(host, lun);
    var data = Unpooled.buffer(PAGE_BYTES);
    askForModes(disk, data);
    host.execute(lun, new PrimaryCommand.TestUnitReady().encode());
    var capacity = new BlockCommand.ReadCapacity10(0, false).encode();
    host.execute(lun, capacity, Direction.IN, data, 0, CAPACITY_BYTES);
    askForModes(disk, data);
    int blocks = Math.max(1, PAGE_BYTES / disk.capacity().blockSize());
    for (int page : TABLE_PAGES) {
      long first = (long) page * blocks;
      if (first + blocks <= disk.capacity().blockCount()) {
        disk.read(first, blocks, data, 0);
      }
    }
    return disk;
  }

  /** Some devices answer MODE SENSE rightly only when they have been read. */
  private static void askForModes(Disk disk, ByteBuf data) throws HostException {
    disk.read(0, 1, data, 0);
    disk.writeProtected();
    disk.writeCacheEnabled();
  }
}
