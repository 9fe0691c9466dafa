package dev.umsim.bench.linux;

import dev.umsim.bench.linux.PageCache.Page;
import dev.umsim.core.host.HostException;

/** Writes dirty soft blocks, those that follow each other by one command. */
final class WriteBack {
  private final CommandQueue queue;
  private final SoftBlock softBlock;
  private long start;
  private int length;

  WriteBack(CommandQueue queue, SoftBlock softBlock) {
    this.queue = queue;
    this.softBlock = softBlock;
  }

  /** Takes the soft block at {@code offset} of the device, if it is dirty. */
  void add(Page page, long offset) throws HostException {
    if ((page.dirty & softBlock.bit(offset)) == 0) {
      return;
    }
    if (offset != start + length || length + softBlock.bytes() > queue.maxCommandBytes()) {
      end();
      start = offset;
    }
    int at = (int) (offset % PageCache.PAGE_BYTES);
    queue.data().setBytes(length, page.bytes, at, softBlock.bytes());
    page.dirty &= ~softBlock.bit(offset);
    length += softBlock.bytes();
  }

  /** Writes what has been taken. */
  void end() throws HostException {
    if (length > 0) {
      queue.write(start, length);
      length = 0;
    }
  }
}
