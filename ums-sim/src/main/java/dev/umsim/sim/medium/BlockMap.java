package dev.umsim.sim.medium;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * Which blocks of a medium were written, one bit for each, in pages of 4096 bytes that exist only
 * where a bit is set.
 *
 * <p>It remembers which pages have changed since they were last stored. In a stored page, bit i of
 * byte n stands for block 8n + i of those that the page is about.
 */
final class BlockMap {
  static final int PAGE_BYTES = 4096;
  static final int PAGE_BLOCKS = PAGE_BYTES * Byte.SIZE;

  private final long blockCount;
  private final long[][] pages;
  private final BitSet changedPages = new BitSet();
  private long writtenBlocks;

  /**
   * @param blockCount number of blocks, from 1 to 2<sup>46</sup>
   */
  BlockMap(long blockCount) {
    this.blockCount = blockCount;
    pages = new long[Math.toIntExact((blockCount + PAGE_BLOCKS - 1) / PAGE_BLOCKS)][];
  }

  int pageCount() {
    return pages.length;
  }

  /** How many blocks were written. */
  long writtenBlocks() {
    return writtenBlocks;
  }

  boolean contains(long block) {
    var page = pages[page(block)];
    return page != null && (page[word(block)] & 1L << block) != 0;
  }

  void add(long block, int count) {
    for (long next = block; next < block + count; next++) {
      if (!contains(next)) {
        int page = page(next);
        if (pages[page] == null) {
          pages[page] = new long[PAGE_BYTES / Long.BYTES];
        }
        pages[page][word(next)] |= 1L << next;
        changedPages.set(page);
        writtenBlocks++;
      }
    }
  }

  /** How many blocks from this one on, at most {@code most}, are as it is: written or not. */
  int run(long block, int most) {
    boolean written = contains(block);
    int run = 1;
    while (run < most && contains(block + run) == written) {
      run++;
    }
    return run;
  }

  /** The first block from this one on that was written, -1 if none was. */
  long nextWritten(long block) {
    long next = block;
    while (next < blockCount) {
      var page = pages[page(next)];
      if (page == null) {
        next = (page(next) + 1L) * PAGE_BLOCKS;
      } else if (page[word(next)] >>> next == 0) {
        next = (next / Long.SIZE + 1) * Long.SIZE;
      } else {
        return next + Long.numberOfTrailingZeros(page[word(next)] >>> next);
      }
    }
    return -1;
  }

  /** The last block that was written, -1 if none was. */
  long lastWritten() {
    for (int page = pages.length - 1; page >= 0; page--) {
      for (int word = PAGE_BYTES / Long.BYTES - 1; pages[page] != null && word >= 0; word--) {
        if (pages[page][word] != 0) {
          int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(pages[page][word]);
          return (long) page * PAGE_BLOCKS + word * Long.SIZE + bit;
        }
      }
    }
    return -1;
  }

  /** Whether none of the blocks was written that a page is about. */
  boolean isEmpty(int page) {
    return pages[page] == null;
  }

  /** The first page from this one on that has changed and is not stored yet, -1 if none. */
  int nextChangedPage(int from) {
    return changedPages.nextSetBit(from);
  }

  /** Every page is stored as it is now. */
  void allStored() {
    changedPages.clear();
  }

  /** Puts a page into the 4096 bytes of a buffer, from its beginning. */
  void store(int page, ByteBuffer into) {
    var longs = into.clear().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    longs.put(pages[page] == null ? new long[PAGE_BYTES / Long.BYTES] : pages[page]);
  }

  /** Takes a stored page over; returns whether it is about blocks that exist. */
  boolean load(int page, ByteBuffer from) {
    var words = new long[PAGE_BYTES / Long.BYTES];
    from.clear().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    var bits = BitSet.valueOf(words);
    if (!bits.isEmpty()) {
      pages[page] = words;
      writtenBlocks += bits.cardinality();
    }
    return (long) page * PAGE_BLOCKS + bits.length() <= blockCount;
  }

  private static int page(long block) {
    return (int) (block / PAGE_BLOCKS);
  }

  private static int word(long block) {
    return (int) (block % PAGE_BLOCKS / Long.SIZE);
  }
}
