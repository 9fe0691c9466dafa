package dev.umsim.bench.linux;

import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The way to the disk: one command at a time, none longer than the host allows, and none outside
 * the partition.
 *
 * <p>The processor's work is only noted while a program runs in memory. It takes its time, all of
 * it at once, before the next command.
 */
final class CommandQueue {
  private final Disk disk;
  private final BlockRange range;
  private final int sectorBytes;
  private final Processor processor;
  private final ByteBuf data;
  private Traffic traffic = Traffic.NONE;
  private long workNanos;

  CommandQueue(Disk disk, BlockRange range, int maxCommandBytes, Processor processor) {
    this.disk = disk;
    this.range = range;
    this.sectorBytes = disk.capacity().blockSize();
    this.processor = processor;
    this.data = Unpooled.buffer(maxCommandBytes, maxCommandBytes);
  }

  /** What a read has brought, and what the next write will take, from index 0. */
  ByteBuf data() {
    return data;
  }

  /** The most that one command moves. */
  int maxCommandBytes() {
    return data.capacity();
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
    disk.read(sector(offsetBytes), sectorCount(offsetBytes, lengthBytes), data, 0);
    traffic = traffic.withRead(lengthBytes);
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
    disk.write(sector(offsetBytes), sectorCount(offsetBytes, lengthBytes), data, 0, false);
    traffic = traffic.withWrite(lengthBytes);
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
