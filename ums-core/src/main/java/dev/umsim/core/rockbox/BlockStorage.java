package dev.umsim.core.rockbox;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.firmware.SerialFirmware;
import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The player's storage as the driver calls it: a call that comes back when the medium is done, and
 * the thread waits inside.
 *
 * <p>What lies outside of the medium is refused, as a disk refuses it; so is what was begun on a
 * medium with other sectors.
 */
final class BlockStorage {
  private final SerialFirmware firmware;
  private final ByteBufAllocator allocator;
  private final int largestBytes;
  private @Nullable BlockAccessPool pool;
  private boolean failed;

  BlockStorage(SerialFirmware firmware, ByteBufAllocator allocator, Buffers buffers) {
    this.firmware = firmware;
    this.allocator = allocator;
    largestBytes = Math.max(buffers.readBytes(), buffers.writeBytes());
  }

  void open() {
    if (pool == null) {
      pool = new BlockAccessPool(allocator, largestBytes);
    }
  }

  void close() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }

  /** How the last call went. */
  boolean failed() {
    return failed;
  }

  /** Reads sectors into memory. Those before a bad one arrive, the others leave it as it is. */
  void read(
      StorageDrive drive,
      int sectorBytes,
      long sector,
      int count,
      ByteBuf memory,
      int at,
      Runnable then) {
    if (refused(drive, sectorBytes, sector, count, false)) {
      then.run();
      return;
    }
    var access = requireNonNull(pool).take().prepare(sector, count, false);
    var owner = pool;
    drive.medium().orElseThrow().read(access);
    conclude(
        access,
        () -> {
          memory.setBytes(at, access.data(), access.dataIndex(), access.goodBlocks() * sectorBytes);
          owner.giveBack(access);
        },
        then);
  }

  /** Writes sectors from memory. */
  void write(
      StorageDrive drive,
      int sectorBytes,
      long sector,
      int count,
      ByteBuf memory,
      int at,
      Runnable then) {
    if (refused(drive, sectorBytes, sector, count, true)) {
      then.run();
      return;
    }
    var access = requireNonNull(pool).take().prepare(sector, count, false);
    var owner = pool;
    access.memory().setBytes(0, memory, at, count * sectorBytes);
    drive.medium().orElseThrow().write(access);
    conclude(access, () -> owner.giveBack(access), then);
  }

  /** Whether it is over before the medium is asked, well or not. */
  private boolean refused(
      StorageDrive drive, int sectorBytes, long sector, int count, boolean write) {
    if (count == 0) {
      failed = false;
      return true;
    }
    failed =
        pool == null
            || drive.sectorBytes() != sectorBytes
            || Long.compareUnsigned(sector, drive.sectors()) >= 0
            || Long.compareUnsigned(count, drive.sectors() - sector) > 0
            || write && drive.medium().orElseThrow().writeProtected();
    return failed;
  }

  private void conclude(BlockAccess access, Runnable settle, Runnable then) {
    if (access.finished()) {
      failed = access.failed();
      settle.run();
      then.run();
    } else {
      int ticket = firmware.sleep();
      access.whenFinished(
          () -> {
            failed = access.failed();
            settle.run();
            firmware.wake(ticket, then);
          });
    }
  }
}
