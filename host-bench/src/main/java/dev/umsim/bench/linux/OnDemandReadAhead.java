package dev.umsim.bench.linux;

/**
 * Read-ahead as Linux does it since 2.6.23, in pages ({@code mm/readahead.c}): a first window of
 * two to four times what was asked for, and then windows of twice the size up to the largest; a
 * window is read when its predecessor's mark is reached, and so one window ahead of its reader.
 */
final class OnDemandReadAhead {
  private static final long NONE = -1;

  private final int maxPages;
  private long nextPage;
  private long start;
  private int pages;
  private long mark = NONE;

  /** Pages in a row that are to be read now. */
  record Window(long start, int pages) {
    static final Window EMPTY = new Window(0, 0);
  }

  /**
   * @param maxPages of a window, 0 for no read-ahead
   */
  OnDemandReadAhead(int maxPages) {
    this.maxPages = maxPages;
  }

  /**
   * A page is not in memory; what is read for it.
   *
   * @param asked how many pages the program wants from there on
   */
  Window missing(long page, int asked) {
    if (maxPages == 0 || page != 0 && page != nextPage) {
      mark = NONE;
      return new Window(page, asked);
    }
    start = page;
    pages = firstPages(asked);
    // The mark stands behind what was asked for, or at the beginning if that is all.
    mark = pages > asked ? start + asked : start;
    if (pages <= asked) {
      return new Window(start, Math.max(pages, Math.min(asked, maxPages)));
    }
    return new Window(start, pages);
  }

  /** A page is read by the program; what is read ahead because of that. */
  Window reached(long page) {
    nextPage = page + 1;
    if (page != mark) {
      return Window.EMPTY;
    }
    start += pages;
    pages = nextPages();
    mark = start;
    return new Window(start, pages);
  }

  private int firstPages(int asked) {
    int rounded = Integer.highestOneBit(asked) == asked ? asked : Integer.highestOneBit(asked) << 1;
    if (rounded <= maxPages / 32) {
      return rounded * 4;
    }
    return rounded <= maxPages / 4 ? rounded * 2 : maxPages;
  }

  private int nextPages() {
    if (pages < maxPages / 16) {
      return pages * 4;
    }
    return pages <= maxPages / 2 ? pages * 2 : maxPages;
  }

  /** Forgets what programs have read. */
  void reset() {
    nextPage = 0;
    mark = NONE;
  }
}
