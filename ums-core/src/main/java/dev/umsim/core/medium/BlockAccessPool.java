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
  private final int readBytes;
  private final int writeBytes;
  private final ArrayDeque<BlockAccess> idle = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param memoryBytes memory of each access: at least a block of whatever it is used for
   */
  public BlockAccessPool(ByteBufAllocator allocator, int memoryBytes) {
    this(allocator, memoryBytes, memoryBytes);
  }

  /**
   * @param readBytes the most that one access reads: at least a block
   * @param writeBytes the most that one access writes: at least a block
   */
  public BlockAccessPool(ByteBufAllocator allocator, int readBytes, int writeBytes) {
    if (Math.min(readBytes, writeBytes) < 512) {
      throw new IllegalArgumentException(
          "an access holds at least 512 bytes, not " + Math.min(readBytes, writeBytes));
    }
    this.allocator = allocator;
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
  }

  /** The most that one access reads, in bytes. */
  public int readBytes() {
    return readBytes;
  }

  /** The most that one access writes, in bytes. */
  public int writeBytes() {
    return writeBytes;
  }

  /** The most that an access can be used for in either way, in bytes. */
  public int memoryBytes() {
    return Math.min(readBytes, writeBytes);
  }

  private BlockAccess newAccess() {
    int bytes = Math.max(readBytes, writeBytes);
    return new BlockAccess(allocator.directBuffer(bytes, bytes));
  }

  /** An access that nobody uses. */
  public BlockAccess take() {
    var access = idle.poll();
    return access != null ? access : newAccess();
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
    access.released();
  }

  /** Frees the memory of all accesses, of those under way when they are finished. */
  @Override
  public void close() {
    closed = true;
    idle.forEach(access -> access.memory().release());
    idle.clear();
  }
}
