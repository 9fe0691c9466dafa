package dev.umsim.bench.linux;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages of a device that are in memory, each with the state of its soft blocks. */
final class PageCache {
  /** The bytes of a page: that of a PC. */
  static final int PAGE_BYTES = 4096;

  /** A page; a bit of each mask stands for a soft block. */
  static final class Page {
    final long index;
    final byte[] bytes = new byte[PAGE_BYTES];
    int upToDate;
    int dirty;

    private Page(long index) {
      this.index = index;
    }
  }

  // In the order in which they came, so that the oldest can be dropped first.
  private final Map<Long, Page> pages = new LinkedHashMap<>();
  private final int pageCountMax;
  // Programs that write single bytes ask for the same page again and again.
  private Page last;

  PageCache(int cacheBytes) {
    pageCountMax = cacheBytes / PAGE_BYTES;
  }

  /** The page, or null if it is not in memory. */
  Page get(long index) {
    if (last == null || last.index != index) {
      Page found = pages.get(index);
      if (found == null) {
        return null;
      }
      last = found;
    }
    return last;
  }

  /** The page; a new one with nothing in it if it is not in memory. */
  Page getOrAdd(long index) {
    Page found = get(index);
    if (found == null) {
      found = new Page(index);
      pages.put(index, found);
      last = found;
    }
    return found;
  }

  /** Whether there are more pages than there should be. */
  boolean full() {
    return pages.size() > pageCountMax;
  }

  /** Drops the oldest half, of which nothing may be dirty. */
  void dropOldest() {
    Iterator<Page> oldest = pages.values().iterator();
    while (pages.size() > pageCountMax / 2) {
      oldest.next();
      oldest.remove();
    }
    last = null;
  }

  /** Drops all pages, of which nothing may be dirty. */
  void dropAll() {
    pages.clear();
    last = null;
  }

  /** The pages with something dirty in them, in the order of the device. */
  List<Page> dirty() {
    return pages.values().stream()
        .filter(page -> page.dirty != 0)
        .sorted((a, b) -> Long.compare(a.index, b.index))
        .toList();
  }
}
