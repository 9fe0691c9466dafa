package dev.umsim.bench.linux;

import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * The way to the disk: one command at a time, none longer than the host allows, and none outside
 * the partition.
 *
 * <p>The processor's work is only noted while a program runs in memory. It takes its time, all of
 * it at once, before the next command.
 */
final class CommandQueue {
  /** How many blocks at the end of a disk are read and written one by one. */
  private static final int LAST_BLOCKS = 8;

  private final Disk disk;
  private final BlockRange range;
  private final int sectorBytes;
  private final Processor processor;
  private final ByteBuf data;
  private final long sparedBlock;
  private Optional<Boolean> cached = Optional.empty();
  private Traffic traffic = Traffic.NONE;
  private long workNanos;

  CommandQueue(Disk disk, BlockRange range, LinuxHostSettings settings, Processor processor) {
    int maxCommandBytes = settings.maxCommandBytes();
    this.disk = disk;
    this.range = range;
    this.sectorBytes = disk.capacity().blockSize();
    this.processor = processor;
    this.data = Unpooled.buffer(maxCommandBytes, maxCommandBytes);
    long blocks = disk.capacity().blockCount();
    sparedBlock =
        settings.kernel().sparesLastBlocks() ? Math.max(0, blocks - LAST_BLOCKS) : Long.MAX_VALUE;
  }

  /** What a read has brought, and what the next write will take, from index 0. */
  ByteBuf data() {
    return data;
  }

  /** The most that one command moves. */
  int maxCommandBytes() {
    return data.capacity();
  }

  /** So many bytes, and what is missing to a whole sector. */
  int wholeSectors(int bytes) {
    return (bytes + sectorBytes - 1) / sectorBytes * sectorBytes;
  }

  /** All commands so far. */
  Traffic traffic() {
    return traffic;
  }

  /** Notes work that the processor has done since the last command. */
  void work(long nanos) {
    workNanos += nanos;
  }

  /** Lets the time of the work pass that has been noted. */
  void settle() {
    if (workNanos > 0) {
      processor.work(workNanos);
      workNanos = 0;
    }
  }

  /** Reads by one command, for which the program waits. */
  void read(long offsetBytes, int lengthBytes) throws HostException {
    settle();
    long first = sector(offsetBytes);
    int count = sectorCount(offsetBytes, lengthBytes);
    for (int done = 0; done < count; ) {
      int blocks = blocksOfCommand(first + done, count - done);
      disk.read(first + done, blocks, data, done * sectorBytes);
      traffic = traffic.withRead(blocks * sectorBytes);
      done += blocks;
    }
  }

  /**
   * Reads by one command that went out when the program began with the data before it, so that the
   * processor's work has taken its time in the meantime.
   */
  void readAhead(long offsetBytes, int lengthBytes) throws HostException {
    long work = workNanos;
    workNanos = 0;
    long start = processor.nanos();
    read(offsetBytes, lengthBytes);
    work(Math.max(0, work - (processor.nanos() - start)));
  }

  /** Writes by one command. */
  void write(long offsetBytes, int lengthBytes) throws HostException {
    settle();
    long first = sector(offsetBytes);
    int count = sectorCount(offsetBytes, lengthBytes);
    for (int done = 0; done < count; ) {
      int blocks = blocksOfCommand(first + done, count - done);
      disk.write(first + done, blocks, data, done * sectorBytes, false);
      traffic = traffic.withWrite(blocks * sectorBytes);
      done += blocks;
    }
  }

  private int blocksOfCommand(long block, int count) {
    if (block + count <= sparedBlock) {
      return count;
    }
    return block < sparedBlock ? (int) (sparedBlock - block) : 1;
  }

  /** Makes durable what the drive may keep for later, if it says that it has a cache. */
  void flush() throws HostException {
    if (cached.isEmpty()) {
      cached = Optional.of(disk.writeCacheEnabled());
    }
    if (cached.get()) {
      settle();
      disk.synchronizeCache();
    }
  }

  /** The time, with all work that has been noted. */
  long nowNanos() {
    return processor.nanos() + workNanos;
  }

  /** Writes by one command while the processor goes on with its work. */
  void writeBehind(long offsetBytes, int lengthBytes) throws HostException {
    long work = workNanos;
    workNanos = 0;
    long start = processor.nanos();
    write(offsetBytes, lengthBytes);
    work(Math.max(0, work - (processor.nanos() - start)));
  }

  private long sector(long offsetBytes) {
    return range.firstBlock() + offsetBytes / sectorBytes;
  }

  private int sectorCount(long offsetBytes, int lengthBytes) {
    boolean whole = offsetBytes % sectorBytes == 0 && lengthBytes % sectorBytes == 0;
    boolean inside = offsetBytes + lengthBytes <= range.blockCount() * sectorBytes;
    if (!whole || !inside || lengthBytes > maxCommandBytes()) {
      throw new IllegalArgumentException(lengthBytes + " bytes at " + offsetBytes);
    }
    return lengthBytes / sectorBytes;
  }
}
