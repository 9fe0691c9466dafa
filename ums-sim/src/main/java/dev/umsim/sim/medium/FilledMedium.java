package dev.umsim.sim.medium;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A medium of any size whose blocks hold a {@link Fill} until they are written. Memory is used for
 * what was written only, so that it may have 2<sup>63</sup> blocks and more.
 *
 * <p>One that is filled with zeros and keeps what is written gives blocks back.
 */
public final class FilledMedium implements Medium {
  /** What becomes of blocks that are written. */
  public enum Writes {
    /** The medium is write-protected. */
    REFUSED,
    /**
     * A write succeeds if it says what stands there already, and fails at the first other block.
     */
    CHECKED,
    /** The blocks are kept in memory. */
    KEPT
  }

  private static final int PAGE_BYTES = 128 << 10;

  private final Geometry geometry;
  private final Fill fill;
  private final Writes writes;
  private final int pageBlocks;
  private final Map<Long, ByteBuf> pages = new HashMap<>();
  private final ByteBuf scratchBlock;

  /** What every page holds that was not written, where that is the same for all of them. */
  private final @Nullable ByteBuf uniformPage;

  /**
   * @param blockSize bytes in a block, a power of two from 512 to 4096
   * @param blockCount number of blocks, at least 1; unsigned
   */
  public FilledMedium(Fill fill, Writes writes, int blockSize, long blockCount) {
    geometry = new Geometry(blockSize, blockCount);
    this.fill = fill;
    this.writes = writes;
    pageBlocks = PAGE_BYTES / blockSize;
    scratchBlock = Unpooled.wrappedBuffer(new byte[blockSize]);
    uniformPage = fill.uniform() ? newPage(0) : null;
  }

  @Override
  public int blockSize() {
    return geometry.blockSize();
  }

  @Override
  public long blockCount() {
    return geometry.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return writes == Writes.REFUSED;
  }

  /** Lends a page where all blocks lie within one that exists. */
  @Override
  public void read(BlockAccess access) {
    geometry.check(access);
    long first = access.firstBlock();
    int blocks = access.blockCount();
    var page = page(first);
    if (page != null && blocks <= blocksToEndOfPage(first)) {
      access.lend(page, indexInPage(first));
    } else {
      for (int done = 0; done < blocks; ) {
        int count = Math.min(blocks - done, blocksToEndOfPage(first + done));
        copyOut(first + done, count, access.memory(), done * blockSize());
        done += count;
      }
    }
    access.succeed();
  }

  @Override
  public void write(BlockAccess access) {
    geometry.check(access);
    switch (writes) {
      case REFUSED -> throw new IllegalArgumentException("the medium is write-protected");
      case CHECKED -> compare(access);
      case KEPT -> keep(access);
    }
  }

  @Override
  public boolean thin() {
    return writes == Writes.KEPT && fill.equals(Fill.ZERO);
  }

  /** Whole pages are dropped, the rest of the range is filled with zeros. */
  @Override
  public void deallocate(BlockAccess access) {
    geometry.check(access);
    if (!thin()) {
      throw new IllegalArgumentException("the medium gives no blocks back");
    }
    int blocks = access.blockCount();
    for (int done = 0; done < blocks; ) {
      long block = access.firstBlock() + done;
      int count = Math.min(blocks - done, blocksToEndOfPage(block));
      if (count == pageBlocks) {
        pages.remove(pageNumber(block));
      } else if (pages.containsKey(pageNumber(block))) {
        requireNonNull(pages.get(pageNumber(block)))
            .setZero(indexInPage(block), count * blockSize());
      }
      done += count;
    }
    access.succeed();
  }

  @Override
  public Extent extentAt(long block) {
    if (!thin()) {
      return Medium.super.extentAt(block);
    }
    long number = pageNumber(block);
    boolean allocated = pages.containsKey(number);
    long end;
    if (allocated) {
      end = number + 1;
      while (pages.containsKey(end)) {
        end++;
      }
    } else {
      end =
          pages.keySet().stream()
              .filter(each -> Long.compareUnsigned(each, number) > 0)
              .min(Long::compareUnsigned)
              .orElse(-1L);
    }
    // The last page may lie partly behind the end of the medium.
    boolean toTheEnd =
        Long.compareUnsigned(end, Long.divideUnsigned(blockCount() - 1, pageBlocks)) > 0;
    return new Extent((toTheEnd ? blockCount() : end * pageBlocks) - block, allocated);
  }

  /** Memory is as durable as it will ever be. */
  @Override
  public void synchronize(BlockAccess access) {
    access.succeed();
  }

  private void compare(BlockAccess access) {
    for (int block = 0; block < access.blockCount(); block++) {
      fill.into(scratchBlock, 0, access.firstBlock() + block, 1, blockSize());
      int index = block * blockSize();
      var expected = scratchBlock.internalNioBuffer(0, blockSize());
      if (!expected.equals(access.memory().internalNioBuffer(index, blockSize()))) {
        access.fail(access.firstBlock() + block);
        return;
      }
    }
    access.succeed();
  }

  private void keep(BlockAccess access) {
    long first = access.firstBlock();
    int blocks = access.blockCount();
    for (int done = 0; done < blocks; ) {
      long block = first + done;
      int count = Math.min(blocks - done, blocksToEndOfPage(block));
      var page = pages.computeIfAbsent(pageNumber(block), number -> newPage(number * pageBlocks));
      page.setBytes(indexInPage(block), access.memory(), done * blockSize(), count * blockSize());
      done += count;
    }
    access.succeed();
  }

  private void copyOut(long block, int count, ByteBuf into, int index) {
    var page = page(block);
    if (page == null) {
      fill.into(into, index, block, count, blockSize());
    } else {
      into.setBytes(index, page, indexInPage(block), count * blockSize());
    }
  }

  private @Nullable ByteBuf page(long block) {
    var written = pages.isEmpty() ? null : pages.get(pageNumber(block));
    return written == null ? uniformPage : written;
  }

  private ByteBuf newPage(long firstBlock) {
    var page = Unpooled.wrappedBuffer(new byte[PAGE_BYTES]);
    fill.into(page, 0, firstBlock, pageBlocks, blockSize());
    return page;
  }

  private long pageNumber(long block) {
    return Long.divideUnsigned(block, pageBlocks);
  }

  private int blocksToEndOfPage(long block) {
    return pageBlocks - blockInPage(block);
  }

  private int indexInPage(long block) {
    return blockInPage(block) * blockSize();
  }

  private int blockInPage(long block) {
    return (int) Long.remainderUnsigned(block, pageBlocks);
  }
}
