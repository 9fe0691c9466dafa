package dev.umsim.core.medium;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A medium in memory, allocated a page at a time as it is written, so that a large and mostly empty
 * one costs little. Blocks that were never written hold zeros.
 */
public final class MemoryMedium implements Medium {
  private static final int PAGE_BYTES = 1 << 20;

  private final int blockSize;
  private final long blockCount;
  private final ByteBuf[] pages;
  private final ByteBuf zeros;

  /**
   * @param blockSize bytes in a block, a power of two from 512 to 4096
   * @param blockCount number of blocks; at most 2<sup>40</sup> bytes in all
   */
  public MemoryMedium(int blockSize, long blockCount) {
    if (blockSize < 512 || blockSize > 4096 || Integer.bitCount(blockSize) != 1) {
      throw new IllegalArgumentException(
          "a block has 512, 1024, 2048 or 4096 bytes, not " + blockSize);
    }
    if (blockCount < 1 || blockCount > (1L << 40) / blockSize) {
      throw new IllegalArgumentException(
          "from 1 block to 2^40 bytes, not " + blockCount + " blocks");
    }
    this.blockSize = blockSize;
    this.blockCount = blockCount;
    pages = new ByteBuf[(int) ((blockCount * blockSize + PAGE_BYTES - 1) / PAGE_BYTES)];
    zeros = Unpooled.wrappedBuffer(new byte[PAGE_BYTES]).asReadOnly();
  }

  @Override
  public int blockSize() {
    return blockSize;
  }

  @Override
  public long blockCount() {
    return blockCount;
  }

  @Override
  public boolean writeProtected() {
    return false;
  }

  /** Lends the page itself where the blocks lie within one, and copies only where they do not. */
  @Override
  public void read(BlockAccess access) {
    long position = position(access);
    int length = access.blockCount() * blockSize;
    int inPage = (int) (position % PAGE_BYTES);
    if (inPage + length <= PAGE_BYTES) {
      access.lend(page(position), inPage);
    } else {
      for (int done = 0; done < length; ) {
        int from = (int) ((position + done) % PAGE_BYTES);
        int count = Math.min(length - done, PAGE_BYTES - from);
        access.memory().setBytes(done, page(position + done), from, count);
        done += count;
      }
    }
    access.succeed();
  }

  @Override
  public void write(BlockAccess access) {
    long position = position(access);
    int length = access.blockCount() * blockSize;
    for (int done = 0; done < length; ) {
      int to = (int) ((position + done) % PAGE_BYTES);
      int count = Math.min(length - done, PAGE_BYTES - to);
      writablePage(position + done).setBytes(to, access.memory(), done, count);
      done += count;
    }
    access.succeed();
  }

  @Override
  public boolean thin() {
    return true;
  }

  /** Whole pages are dropped, the rest of the range is filled with zeros. */
  @Override
  public void deallocate(BlockAccess access) {
    long position = position(access);
    long end = position + (long) access.blockCount() * blockSize;
    while (position < end) {
      int from = (int) (position % PAGE_BYTES);
      int count = (int) Math.min(end - position, PAGE_BYTES - from);
      int number = (int) (position / PAGE_BYTES);
      if (count == PAGE_BYTES) {
        pages[number] = null;
      } else if (pages[number] != null) {
        pages[number].setZero(from, count);
      }
      position += count;
    }
    access.succeed();
  }

  @Override
  public Extent extentAt(long block) {
    int blocksPerPage = PAGE_BYTES / blockSize;
    int number = (int) (block / blocksPerPage);
    boolean allocated = pages[number] != null;
    int end = number + 1;
    while (end < pages.length && (pages[end] != null) == allocated) {
      end++;
    }
    return new Extent(Math.min((long) end * blocksPerPage, blockCount) - block, allocated);
  }

  /** Memory is as durable as it will ever be. */
  @Override
  public void synchronize(BlockAccess access) {
    access.succeed();
  }

  private long position(BlockAccess access) {
    long first = access.firstBlock();
    if (first < 0 || first > blockCount - access.blockCount()) {
      throw new IllegalArgumentException(
          access.blockCount() + " blocks from " + first + " do not lie within " + blockCount);
    }
    return first * blockSize;
  }

  private ByteBuf page(long position) {
    var page = pages[(int) (position / PAGE_BYTES)];
    return page == null ? zeros : page;
  }

  private ByteBuf writablePage(long position) {
    int number = (int) (position / PAGE_BYTES);
    if (pages[number] == null) {
      pages[number] = Unpooled.wrappedBuffer(new byte[PAGE_BYTES]);
    }
    return pages[number];
  }
}
