package dev.umsim.bench.linux;

import dev.umsim.bench.host.Disk;
import dev.umsim.bench.host.HostException;
import dev.umsim.bench.linux.PageCache.Page;
import dev.umsim.bench.target.NotationException;
import java.util.List;
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

  private final LinuxHostSettings settings;
  private final CommandQueue queue;
  private final PageCache cache;
  private final int sectorBytes;
  private final long rangeBytes;
  private int softBlockBytes;
  private long sizeBytes;
  // Where a sequential reader goes on, and where the window ends that is being read ahead.
  private long expectedOffset;
  private long windowEnd;
  private boolean reading;

  private BlockDevice(
      LinuxHostSettings settings,
      CommandQueue queue,
      int sectorBytes,
      long sectorCount,
      int softBlockBytes) {
    this.settings = settings;
    this.queue = queue;
    this.cache = new PageCache(settings.cacheBytes());
    this.sectorBytes = sectorBytes;
    this.rangeBytes = sectorCount * sectorBytes;
    setSoftBlock(softBlockBytes);
  }

  /**
   * Opens the device.
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
    int chosen = softBlockBytes.orElse(usualSoftBlockBytes(sectorBytes, range.blockCount()));
    requireSoftBlock(chosen, sectorBytes, range.blockCount());
    var queue = new CommandQueue(disk, range, settings.maxCommandBytes(), processor);
    return new BlockDevice(settings, queue, sectorBytes, range.blockCount(), chosen);
  }

  /**
   * The soft block that the kernel chooses: the sector doubled as long as the size of the device is
   * a multiple of it, up to a page ({@code bd_set_size}).
   *
   * @param sectorBytes the sector of the disk
   * @param sectorCount how many the device has
   */
  public static int usualSoftBlockBytes(int sectorBytes, long sectorCount) {
    long sizeBytes = sectorCount * sectorBytes;
    int bytes = sectorBytes;
    while (bytes < PAGE_BYTES && sizeBytes % (2 * bytes) == 0) {
      bytes *= 2;
    }
    return bytes;
  }

  private static void requireSoftBlock(int bytes, int sectorBytes, long sectorCount) {
    boolean possible = Integer.bitCount(bytes) == 1 && bytes >= sectorBytes && bytes <= PAGE_BYTES;
    if (!possible || sectorCount * sectorBytes < bytes) {
      throw new NotationException(
          "a soft block has a power of two of bytes, from a sector (%d) to %d, not %d"
              .formatted(sectorBytes, PAGE_BYTES, bytes));
    }
  }

  private void setSoftBlock(int bytes) {
    softBlockBytes = bytes;
    sizeBytes = rangeBytes / bytes * bytes;
  }

  /** The bytes of a sector of the disk. */
  public int sectorBytes() {
    return sectorBytes;
  }

  /** The bytes of a soft block. */
  public int softBlockBytes() {
    return softBlockBytes;
  }

  /** How many bytes it has, in whole soft blocks. */
  public long sizeBytes() {
    return sizeBytes;
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
   * Changes the soft block, as mounting does: the memory is written back and dropped ({@code
   * set_blocksize}).
   */
  void changeSoftBlock(int bytes) throws HostException {
    if (bytes != softBlockBytes) {
      dropCaches();
      setSoftBlock(bytes);
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
    boolean sequential = offset == expectedOffset;
    fetchMissing(offset, offset + length, sequential);
    expectedOffset = offset + length;
    for (int done = 0; done < length; ) {
      int at = (int) ((offset + done) % PAGE_BYTES);
      int count = Math.min(length - done, PAGE_BYTES - at);
      Page page = cache.get((offset + done) / PAGE_BYTES);
      System.arraycopy(page.bytes, at, into, index + done, count);
      done += count;
    }
  }

  private void fetchMissing(long offset, long end, boolean sequential) throws HostException {
    boolean ahead = sequential && settings.readAheadBytes() > 0;
    if (!sequential) {
      reading = false;
    }
    for (long at = offset - offset % PAGE_BYTES; at < end; at += PAGE_BYTES) {
      long missing = firstMissing(at);
      while (missing < pageEnd(at)) {
        // Programs wait for the first command of a stream; those behind it were sent ahead.
        fetch(missing, ahead ? aheadEnd(missing) : roundUp(end, PAGE_BYTES), ahead && reading);
        reading = ahead;
        missing = firstMissing(at);
      }
    }
  }

  /** Where the command ends that fetches what a sequential reader wants at {@code from}. */
  private long aheadEnd(long from) {
    if (settings.readAheadMerges()) {
      return from + settings.readAheadBytes();
    }
    if (from >= windowEnd || from < windowEnd - settings.readAheadBytes()) {
      windowEnd = from + settings.readAheadBytes();
    }
    return windowEnd;
  }

  private long pageEnd(long pageStart) {
    return Math.min(sizeBytes, pageStart + PAGE_BYTES);
  }

  /** The first soft block of a page that memory lacks, or the page's end. */
  private long firstMissing(long pageStart) {
    Page page = cache.get(pageStart / PAGE_BYTES);
    long end = pageEnd(pageStart);
    long at = pageStart;
    while (page != null && at < end && (page.upToDate & bit(at)) != 0) {
      at += softBlockBytes;
    }
    return at;
  }

  /** Reads the missing soft blocks from {@code from} on by one command, up to {@code to}. */
  private void fetch(long from, long to, boolean ahead) throws HostException {
    long limit = Math.min(Math.min(to, sizeBytes), from + queue.maxCommandBytes());
    long end = from;
    while (end < limit && !upToDate(end)) {
      end += softBlockBytes;
    }
    int length = (int) (end - from);
    if (ahead) {
      queue.readAhead(from, length);
    } else {
      queue.read(from, length);
    }
    for (int done = 0; done < length; done += softBlockBytes) {
      Page page = cache.getOrAdd((from + done) / PAGE_BYTES);
      int at = (int) ((from + done) % PAGE_BYTES);
      queue.data().getBytes(done, page.bytes, at, softBlockBytes);
      page.upToDate |= bit(from + done);
    }
  }

  private boolean upToDate(long offset) {
    Page page = cache.get(offset / PAGE_BYTES);
    return page != null && (page.upToDate & bit(offset)) != 0;
  }

  /** Reads one soft block and nothing ahead of it, as file systems read their tables. */
  void readSoftBlock(long offset, byte[] into) throws HostException {
    requireInside(offset, softBlockBytes);
    makeRoom();
    if (!upToDate(offset)) {
      fetch(offset, offset + softBlockBytes, false);
    }
    Page page = cache.get(offset / PAGE_BYTES);
    System.arraycopy(page.bytes, (int) (offset % PAGE_BYTES), into, 0, softBlockBytes);
  }

  /** Writes bytes, which all have room on the device, into memory. */
  public void write(long offset, byte[] from, int index, int length) throws HostException {
    requireInside(offset, length);
    makeRoom();
    for (int done = 0; done < length; ) {
      long start = offset + done;
      int at = (int) (start % PAGE_BYTES);
      int count = Math.min(length - done, PAGE_BYTES - at);
      Page page = cache.getOrAdd(start / PAGE_BYTES);
      int touched = bits(at, count);
      if ((touched & ~page.upToDate) != 0) {
        readPartialBlocks(page, start, count);
      }
      System.arraycopy(from, index + done, page.bytes, at, count);
      page.upToDate |= touched;
      page.dirty |= touched;
      done += count;
    }
  }

  /** Reads the soft blocks that a write within a page covers in part, if memory lacks them. */
  private void readPartialBlocks(Page page, long start, int count) throws HostException {
    long end = start + count;
    long first = start - start % softBlockBytes;
    long last = (end - 1) - (end - 1) % softBlockBytes;
    boolean firstPartial = start > first || end < first + softBlockBytes;
    boolean lastPartial = end < last + softBlockBytes;
    if (firstPartial && (page.upToDate & bit(first)) == 0) {
      // Neighbours that are both wanted become one command.
      boolean both = lastPartial && last == first + softBlockBytes;
      fetch(first, (both ? last : first) + softBlockBytes, false);
    }
    if (lastPartial && (page.upToDate & bit(last)) == 0) {
      fetch(last, last + softBlockBytes, false);
    }
  }

  /** Writes what is dirty in these bytes to the disk, and waits for it. */
  void writeBack(long offset, long length) throws HostException {
    Writer writer = new Writer();
    long from = offset - offset % softBlockBytes;
    for (long at = from; at < offset + length; at += softBlockBytes) {
      Page page = cache.get(at / PAGE_BYTES);
      if (page != null && (page.dirty & bit(at)) != 0) {
        writer.add(page, at);
      }
    }
    writer.end();
  }

  /** Writes all that is dirty to the disk, in the order of the disk. */
  private void writeBackAll() throws HostException {
    Writer writer = new Writer();
    for (Page page : cache.dirty()) {
      long start = page.index * PAGE_BYTES;
      for (int block = 0; block < PAGE_BYTES / softBlockBytes; block++) {
        if ((page.dirty & 1 << block) != 0) {
          writer.add(page, start + (long) block * softBlockBytes);
        }
      }
    }
    writer.end();
  }

  /** Puts dirty soft blocks that follow each other into one command. */
  private final class Writer {
    private long start;
    private int length;

    void add(Page page, long offset) throws HostException {
      if (offset != start + length || length + softBlockBytes > queue.maxCommandBytes()) {
        end();
        start = offset;
      }
      queue.data().setBytes(length, page.bytes, (int) (offset % PAGE_BYTES), softBlockBytes);
      page.dirty &= ~bit(offset);
      length += softBlockBytes;
    }

    void end() throws HostException {
      if (length > 0) {
        queue.write(start, length);
        length = 0;
      }
    }
  }

  /** Writes all that is dirty and forgets everything, so that the next reader reads the disk. */
  public void dropCaches() throws HostException {
    writeBackAll();
    cache.dropAll();
    reading = false;
    windowEnd = 0;
    expectedOffset = 0;
  }

  /** Closes the device: all that is dirty is written, and all work has taken its time. */
  public void close() throws HostException {
    writeBackAll();
    settle();
  }

  private void makeRoom() throws HostException {
    if (cache.full()) {
      List<Page> dirty = cache.dirty();
      if (!dirty.isEmpty()) {
        writeBackAll();
      }
      cache.dropOldest();
    }
  }

  private void requireInside(long offset, long length) {
    if (offset < 0 || length < 1 || offset > sizeBytes - length) {
      throw new IllegalArgumentException(length + " bytes at " + offset + " of " + sizeBytes);
    }
  }

  private int bit(long offset) {
    return 1 << (int) (offset % PAGE_BYTES) / softBlockBytes;
  }

  /** The bits of the soft blocks in which {@code count} bytes of a page lie. */
  private int bits(int at, int count) {
    int first = at / softBlockBytes;
    int last = (at + count - 1) / softBlockBytes;
    return (2 << last) - (1 << first);
  }

  private static long roundUp(long value, int unit) {
    return (value + unit - 1) / unit * unit;
  }
}
