package dev.umsim.core.medium;

import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * The accesses that one device works with, each with its memory, used again and again.
 *
 * <p>Usually there is one. A further one is made when a reset has left one with the medium.
 */
public final class BlockAccessPool implements AutoCloseable {
  private final ByteBufAllocator allocator;
  private final int memoryBytes;
  private final ArrayDeque<BlockAccess> idle = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param memoryBytes memory of each access: at least the largest block
   */
  public BlockAccessPool(ByteBufAllocator allocator, int memoryBytes) {
    if (memoryBytes < 4096) {
      throw new IllegalArgumentException("an access holds at least 4096 bytes, not " + memoryBytes);
    }
    this.allocator = allocator;
    this.memoryBytes = memoryBytes;
  }

  /** Memory of each access in bytes. */
  public int memoryBytes() {
    return memoryBytes;
  }

  /** An access that nobody uses. */
  public BlockAccess take() {
    var access = idle.poll();
    return access != null
        ? access
        : new BlockAccess(allocator.directBuffer(memoryBytes, memoryBytes));
  }

  /**
   * Takes an access back; one that is under way comes back when the medium has finished with it.
   */
  public void giveBack(BlockAccess access) {
    if (access.underWay()) {
      access.whenFinished(() -> keep(access));
    } else {
      keep(access);
    }
  }

  private void keep(BlockAccess access) {
    if (closed) {
      access.memory().release();
    } else {
      idle.push(access);
    }
  }

  /** Frees the memory of all accesses, of those under way when they are finished. */
  @Override
  public void close() {
    closed = true;
    idle.forEach(access -> access.memory().release());
    idle.clear();
  }
}
