package dev.umsim.bench.linux;

import dev.umsim.bench.linux.PageCache.Page;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import java.util.OptionalInt;

/**
 * A block device of Linux 2.6.24 over a disk or a partition of it: what programs read and write
 * goes through the page cache, in soft blocks ({@code fs/buffer.c}, {@code fs/block_dev.c}).
 *
 * <p>A write of part of a soft block reads the block first, if memory does not have it. What is
 * written stays in memory until {@link #close()}, {@link #writeBack} or want of memory. A reader
 * who goes on where he left off is read ahead for.
 */
public final class BlockDevice {
  private static final int PAGE_BYTES = PageCache.PAGE_BYTES;

  /** {@code dirty_writeback_centisecs}, 500: when a device is looked at that has become dirty. */
  private static final long FIRST_DIRTY_NANOS = 5_000_000_000L;

  /** {@code dirty_expire_centisecs}, 3000: what becomes dirty behind that is left alone so long. */
  private static final long LATER_DIRTY_NANOS = 30_000_000_000L;

  private final int sectorBytes;
  private final long sectorCount;
  private final CommandQueue queue;
  private final PageCache cache;
  private final ReadAhead readAhead;
  private final OnDemandReadAhead onDemand;
  private final Kernel kernel;
  private SoftBlock softBlock;

  /** When something became dirty that is not written yet; below 0 if nothing is. */
  private long dirtySinceNanos = -1;

  private long dirtyNanosMax = FIRST_DIRTY_NANOS;
  private long sizeBytes;

  private BlockDevice(
      int sectorBytes,
      long sectorCount,
      SoftBlock softBlock,
      CommandQueue queue,
      LinuxHostSettings settings) {
    this.sectorBytes = sectorBytes;
    this.sectorCount = sectorCount;
    this.queue = queue;
    this.cache = new PageCache(settings.cacheBytes());
    this.readAhead = new ReadAhead(settings);
    this.onDemand = new OnDemandReadAhead(settings.readAheadBytes() / PAGE_BYTES);
    this.kernel = settings.kernel();
    setSoftBlock(softBlock);
  }

  private void setSoftBlock(SoftBlock chosen) {
    softBlock = chosen;
    sizeBytes = chosen.start(sectorCount * sectorBytes);
  }

  /**
   * Opens the device, of which nothing is in memory.
   *
   * @param range its blocks, which the disk must have
   * @param softBlockBytes the soft block if the kernel's choice is not the one that is wanted
   */
  public static BlockDevice open(
      Disk disk,
      BlockRange range,
      OptionalInt softBlockBytes,
      LinuxHostSettings settings,
      Processor processor) {
    range.requireWithin(disk.capacity());
    int sectorBytes = disk.capacity().blockSize();
    var softBlock = SoftBlock.of(softBlockBytes, sectorBytes, range.blockCount());
    var queue = new CommandQueue(disk, range, settings, processor);
    return new BlockDevice(sectorBytes, range.blockCount(), softBlock, queue, settings);
  }

  /**
   * The soft block that the kernel chooses: the sector doubled as long as the size of the device is
   * a multiple of it, up to a page ({@code bd_set_size}).
   *
   * @param sectorBytes the sector of the disk
   * @param sectorCount how many the device has
   */
  public static int usualSoftBlockBytes(int sectorBytes, long sectorCount) {
    return SoftBlock.usualBytes(sectorBytes, sectorCount);
  }

  /** The bytes of a sector of the disk. */
  public int sectorBytes() {
    return sectorBytes;
  }

  /** Refuses a program past all memory that does not read or write whole sectors. */
  void requireSectors(Workload workload) {
    if (workload.blockBytes() % sectorBytes != 0 || workload.bytes() % sectorBytes != 0) {
      throw NotationException.about(
          "%s moves whole blocks of the disk; choose %s and %s as multiples of %d",
          workload.word(), Parameter.BLOCK_SIZE, Parameter.SIZE, sectorBytes);
    }
  }

  /** The bytes of a soft block. */
  public int softBlockBytes() {
    return softBlock.bytes();
  }

  /** How many bytes it has, in whole soft blocks. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** The way to the disk, past all memory. */
  CommandQueue queue() {
    return queue;
  }

  /** The commands that went out so far. */
  public Traffic traffic() {
    return queue.traffic();
  }

  /** Takes the processor's time for so much work, at the latest before the next command. */
  public void work(long nanos) {
    queue.work(nanos);
  }

  /** Lets the time pass of all work that has been done. */
  public void settle() {
    queue.settle();
  }

  /**
   * Changes the soft block, as mounting does; nothing is in memory then ({@code set_blocksize}).
   */
  void changeSoftBlock(int bytes) throws HostException {
    if (bytes != softBlock.bytes()) {
      dropCaches();
      setSoftBlock(SoftBlock.of(OptionalInt.of(bytes), sectorBytes, sectorCount));
    }
  }

  /**
   * Reads bytes, which all lie on the device.
   *
   * @param into gets them from {@code index} on
   */
  public void read(long offset, byte[] into, int index, int length) throws HostException {
    requireInside(offset, length);
    makeRoom();
    long end = offset + length;
    readAhead.begin(offset, end);
    if (kernel.readsAheadOnDemand()) {
      readAheadOnDemand(offset, end);
    }
    for (long at = offset; at < end; at = nextPage(at)) {
      Page page = complete(at - at % PAGE_BYTES, end);
      int inPage = (int) (at % PAGE_BYTES);
      int count = (int) (Math.min(end, nextPage(at)) - at);
      System.arraycopy(page.bytes, inPage, into, index + (int) (at - offset), count);
    }
  }

  private void readAheadOnDemand(long offset, long end) throws HostException {
    long last = (end - 1) / PAGE_BYTES;
    for (long page = offset / PAGE_BYTES; page <= last; page++) {
      if (!upToDate(page * PAGE_BYTES)) {
        fetch(onDemand.missing(page, (int) (last - page + 1)), false);
      }
      fetch(onDemand.reached(page), true);
    }
  }

  /** Reads the pages of a window that memory lacks, in as few commands as the host allows. */
  private void fetch(OnDemandReadAhead.Window window, boolean ahead) throws HostException {
    long end = Math.min(sizeBytes, (window.start() + window.pages()) * PAGE_BYTES);
    for (long at = window.start() * PAGE_BYTES; at < end; ) {
      if (upToDate(at)) {
        at += softBlock.bytes();
      } else {
        at = fetch(at, end, ahead);
      }
    }
  }

  /** The page, all of it in memory, for a program that reads up to {@code end}. */
  private Page complete(long pageStart, long end) throws HostException {
    long pageEnd = Math.min(sizeBytes, pageStart + PAGE_BYTES);
    for (long at = pageStart; at < pageEnd; at += softBlock.bytes()) {
      if (!upToDate(at)) {
        boolean ahead = readAhead.running();
        fetch(at, readAhead.send(at, nextPage(end - 1)), ahead);
      }
    }
    return cache.getOrAdd(pageStart / PAGE_BYTES);
  }

  /**
   * Reads soft blocks that memory lacks by one command: that at {@code from} and those behind it,
   * up to {@code to} and as far as none is there.
   */
  private long fetch(long from, long to, boolean ahead) throws HostException {
    long limit = Math.min(Math.min(to, sizeBytes), from + queue.maxCommandBytes());
    long end = from;
    while (end < limit && !upToDate(end)) {
      end += softBlock.bytes();
    }
    int length = (int) (end - from);
    if (ahead) {
      queue.readAhead(from, length);
    } else {
      queue.read(from, length);
    }
    for (int done = 0; done < length; done += softBlock.bytes()) {
      long offset = from + done;
      Page page = cache.getOrAdd(offset / PAGE_BYTES);
      queue.data().getBytes(done, page.bytes, (int) (offset % PAGE_BYTES), softBlock.bytes());
      page.upToDate |= softBlock.bit(offset);
    }
    return end;
  }

  private boolean upToDate(long offset) {
    Page page = cache.get(offset / PAGE_BYTES);
    return page != null && (page.upToDate & softBlock.bit(offset)) != 0;
  }

  /** Reads one soft block and nothing ahead of it, as file systems read their tables. */
  void readSoftBlock(long offset, byte[] into) throws HostException {
    requireInside(offset, softBlock.bytes());
    makeRoom();
    if (!upToDate(offset)) {
      fetch(offset, offset + softBlock.bytes(), false);
    }
    Page page = cache.get(offset / PAGE_BYTES);
    System.arraycopy(page.bytes, (int) (offset % PAGE_BYTES), into, 0, softBlock.bytes());
  }

  /** Writes bytes, which all have room on the device, into memory. */
  public void write(long offset, byte[] from, int index, int length) throws HostException {
    requireInside(offset, length);
    makeRoom();
    long end = offset + length;
    for (long at = offset; at < end; at = nextPage(at)) {
      Page page = cache.getOrAdd(at / PAGE_BYTES);
      int inPage = (int) (at % PAGE_BYTES);
      int count = (int) (Math.min(end, nextPage(at)) - at);
      int touched = softBlock.bits(inPage, count);
      if ((touched & ~page.upToDate) != 0) {
        readPartialBlocks(at, at + count);
      }
      System.arraycopy(from, index + (int) (at - offset), page.bytes, inPage, count);
      page.upToDate |= touched;
      page.dirty |= touched;
    }
    writeOldPages();
  }

  /** What has been dirty for long is written while its writer goes on. */
  private void writeOldPages() throws HostException {
    if (!kernel.writesOldPages()) {
      return;
    }
    long now = queue.nowNanos();
    if (dirtySinceNanos < 0) {
      dirtySinceNanos = now;
    } else if (now - dirtySinceNanos >= dirtyNanosMax) {
      writeBackAll();
      dirtyNanosMax = LATER_DIRTY_NANOS;
    }
  }

  /** Reads the soft blocks that a write within a page covers in part, if memory lacks them. */
  private void readPartialBlocks(long start, long end) throws HostException {
    int bytes = softBlock.bytes();
    long first = softBlock.start(start);
    long last = softBlock.start(end - 1);
    boolean firstPartial = start > first || end < first + bytes;
    boolean lastPartial = end < last + bytes;
    if (firstPartial && !upToDate(first)) {
      // Neighbours that are both wanted become one command.
      boolean both = lastPartial && last == first + bytes;
      fetch(first, (both ? last : first) + bytes, false);
    }
    if (lastPartial && !upToDate(last)) {
      fetch(last, last + bytes, false);
    }
  }

  /** Writes what is dirty in the soft blocks of these bytes to the disk, and waits for it. */
  void writeBack(long offset, long length) throws HostException {
    var writeBack = new WriteBack(queue, softBlock);
    for (long at = softBlock.start(offset); at < offset + length; at += softBlock.bytes()) {
      Page page = cache.get(at / PAGE_BYTES);
      if (page != null) {
        writeBack.add(page, at);
      }
    }
    writeBack.end();
  }

  /** Makes durable what was written, where the host does that and the drive may keep writes. */
  void flush() throws HostException {
    if (kernel.flushesCaches()) {
      queue.flush();
    }
  }

  /** Writes all that is dirty, in the order of the disk. */
  private void writeBackAll() throws HostException {
    dirtySinceNanos = -1;
    var writeBack = new WriteBack(queue, softBlock);
    for (Page page : cache.dirty()) {
      long start = page.index * PAGE_BYTES;
      for (int at = 0; at < PAGE_BYTES; at += softBlock.bytes()) {
        writeBack.add(page, start + at);
      }
    }
    writeBack.end();
  }

  /** Writes all that is dirty and forgets everything, so that the next reader reads the disk. */
  public void dropCaches() throws HostException {
    writeBackAll();
    cache.dropAll();
    readAhead.reset();
    onDemand.reset();
  }

  /** Closes the device: all that is dirty is written, and all work has taken its time. */
  public void close() throws HostException {
    writeBackAll();
    settle();
  }

  private void makeRoom() throws HostException {
    if (cache.full()) {
      writeBackAll();
      cache.dropOldest();
    }
  }

  private void requireInside(long offset, long length) {
    if (offset < 0 || length < 1 || offset > sizeBytes - length) {
      throw new IllegalArgumentException(length + " bytes at " + offset + " of " + sizeBytes);
    }
  }

  /** Where the page behind this byte's begins. */
  private static long nextPage(long offset) {
    return offset - offset % PAGE_BYTES + PAGE_BYTES;
  }
}
