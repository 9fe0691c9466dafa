package dev.umsim.sim.drive;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.time.Activity;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;

/**
 * A medium that takes its time: the blocks move at once, and an access ends when port and drive
 * would have done with it.
 *
 * <p>Accesses that belong to one command follow each other as a stream. A read goes on ahead of its
 * accesses, whatever becomes of the data on the bus; of a write, the next piece is taken while this
 * one is on its way to the drive, and only the last waits for the drive.
 */
public final class TimedMedium implements Medium {
  private final Medium medium;
  private final StorageDriver driver;
  private final Timeline timeline;
  private final TimeLedger ledger;

  /** Where the command that is under way goes on, if it does. */
  private long nextBlock;

  private boolean underWay;
  private boolean writing;
  private long firstBlock;

  /** When the stream of the command under way began, and how many bytes it has moved since. */
  private long streamNanos;

  private long streamBytes;

  /**
   * Adds time to a medium that has none.
   *
   * @param driver how the firmware gets at it
   * @param ledger where the time is put down
   */
  public TimedMedium(Medium medium, StorageDriver driver, Timeline timeline, TimeLedger ledger) {
    this.medium = medium;
    this.driver = driver;
    this.timeline = timeline;
    this.ledger = ledger;
  }

  @Override
  public int blockSize() {
    return medium.blockSize();
  }

  @Override
  public long blockCount() {
    return medium.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return medium.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.read(moved);
    requireFinished(moved);
    access.lend(moved.data(), moved.dataIndex());
    long now = timeline.nowNanos();
    if (!goesOn(access, false)) {
      streamNanos = driver.readBegins(byteOf(access.firstBlock()), commandBytes(access));
      streamBytes = 0;
    }
    streamBytes += bytes(access);
    long ends = Math.max(now, streamNanos + driver.readNanos(streamBytes));
    ledger.span(Activity.PORT, Math.max(now, streamNanos), ends);
    keepPlace(access, moved, false);
    endAt(ends, access, moved);
  }

  @Override
  public void write(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.write(moved);
    requireFinished(moved);
    long now = timeline.nowNanos();
    if (!goesOn(access, true)) {
      firstBlock = access.firstBlock();
      streamNanos = driver.writeBegins(byteOf(firstBlock));
    }
    long begins = Math.max(now, streamNanos);
    streamNanos = begins + driver.writeNanos(bytes(access));
    ledger.span(Activity.PORT, begins, streamNanos);
    keepPlace(access, moved, true);
    endAt(access.blocksToFollow() > 0 ? begins : written(access), access, moved);
  }

  /** When the last piece of a write is where it is to be. */
  private long written(BlockAccess access) {
    long first = byteOf(firstBlock);
    long bytes = byteOf(access.firstBlock()) + bytes(access) - first;
    return driver.writeEnds(streamNanos, first, bytes, access.forceUnitAccess());
  }

  @Override
  public void synchronize(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.synchronize(moved);
    requireFinished(moved);
    endAt(driver.synchronizeEnds(), access, moved);
  }

  @Override
  public boolean thin() {
    return medium.thin();
  }

  /** Takes no time of its own. */
  @Override
  public void deallocate(BlockAccess access) {
    medium.deallocate(access);
  }

  @Override
  public Extent extentAt(long block) {
    return medium.extentAt(block);
  }

  private boolean goesOn(BlockAccess access, boolean write) {
    return underWay && writing == write && access.firstBlock() == nextBlock;
  }

  private void keepPlace(BlockAccess access, BlockAccess moved, boolean write) {
    // A command ends where it fails.
    underWay = access.blocksToFollow() > 0 && !moved.failed();
    writing = write;
    nextBlock = access.firstBlock() + access.blockCount();
  }

  private static void requireFinished(BlockAccess access) {
    if (!access.finished()) {
      throw new IllegalStateException("a medium that has time of its own is given more");
    }
  }

  private void endAt(long nanos, BlockAccess access, BlockAccess moved) {
    driver.busyUntil(nanos);
    if (nanos == timeline.nowNanos()) {
      access.endAs(moved);
    } else {
      timeline.at(nanos, () -> access.endAs(moved));
    }
  }

  private long byteOf(long block) {
    return block * blockSize();
  }

  private long bytes(BlockAccess access) {
    return byteOf(access.blockCount());
  }

  private long commandBytes(BlockAccess access) {
    return bytes(access) + byteOf(access.blocksToFollow());
  }
}
