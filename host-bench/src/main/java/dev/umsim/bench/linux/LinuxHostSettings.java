package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;

/**
 * What distinguishes one Linux host from another.
 *
 * @param maxCommandBytes the most that one command moves; a multiple of 4096, up to 16 MiB ({@code
 *     max_sectors} of usb-storage)
 * @param readAheadBytes the window that is read ahead of a sequential reader; a multiple of 4096,
 *     or 0 for no read-ahead ({@code VM_MAX_READAHEAD})
 * @param readAheadMerges whether a window joins the one before it in the queue, so that commands
 *     are as long as they may be; otherwise each window is cut by itself, and 128 KiB become
 *     commands of 120 and 8 KiB
 * @param readWritePairNanos processor time of a program's read() and write() of one block, from 0
 * @param cacheBytes memory for cached pages, at least 1 MiB; when it is full, what is dirty is
 *     written and the oldest pages are dropped
 * @param dirtyLimitBytes how much of a file may be left in memory when its writer returns, from 0
 * @param kernel which operating system it is
 */
public record LinuxHostSettings(
    int maxCommandBytes,
    int readAheadBytes,
    boolean readAheadMerges,
    long readWritePairNanos,
    int cacheBytes,
    long dirtyLimitBytes,
    Kernel kernel) {

  /**
   * Linux 2.6.24 on a machine of 2008: 240 sectors in a command and 128 KiB of read-ahead, both
   * from its source. That windows join is assumed, and 1893 ns for a pair of calls are calibrated
   * on a copy in blocks of one byte. The memory is so large that none of the workloads fills it.
   */
  public static final LinuxHostSettings LINUX_2_6_24 =
      new LinuxHostSettings(120 << 10, 128 << 10, true, 1_893, 64 << 20);

  /** Linux 6.1 on a machine of today; 500 ns for a pair of calls are assumed. */
  public static final LinuxHostSettings LINUX_6_1 =
      new LinuxHostSettings(
          120 << 10, 128 << 10, false, 500, 64 << 20, 1_600_000_000L, Kernel.LINUX_6_1);

  private static final int MAX_COMMAND_BYTES_MAX = 16 << 20;
  private static final int CACHE_BYTES_MIN = 1 << 20;

  /** Checks the ranges; a {@link NotationException} names the value that is out of its own. */
  public LinuxHostSettings {
    requirePages("max-command-bytes", maxCommandBytes, PageCache.PAGE_BYTES);
    requirePages("read-ahead-bytes", readAheadBytes, 0);
    if (readWritePairNanos < 0) {
      throw new NotationException(
          "read-write-pair-ns is 0 or more, not " + readWritePairNanos + "; choose a duration");
    }
    if (cacheBytes < CACHE_BYTES_MIN) {
      throw new NotationException("cache-bytes is at least 1 MiB, not " + cacheBytes);
    }
  }

  /** A Linux that leaves nothing of a file in memory. */
  public LinuxHostSettings(
      int maxCommandBytes,
      int readAheadBytes,
      boolean readAheadMerges,
      long readWritePairNanos,
      int cacheBytes) {
    this(
        maxCommandBytes,
        readAheadBytes,
        readAheadMerges,
        readWritePairNanos,
        cacheBytes,
        0,
        Kernel.LINUX_2_6_24);
  }

  private static void requirePages(String name, int bytes, int least) {
    if (bytes < least || bytes > MAX_COMMAND_BYTES_MAX || bytes % PageCache.PAGE_BYTES != 0) {
      throw new NotationException(
          "%s is a multiple of %d from %d to %d, not %d"
              .formatted(name, PageCache.PAGE_BYTES, least, MAX_COMMAND_BYTES_MAX, bytes));
    }
  }
}
