package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;

/** The blocks of a medium that ends every access before the call returns, one by one. */
final class Blocks {
  private final Medium medium;
  private final BlockAccessPool pool;

  Blocks(Medium medium) {
    this.medium = medium;
    pool = new BlockAccessPool(HeapAllocator.INSTANCE, medium.blockSize());
  }

  /** Reads a block; tells whether that went well. */
  boolean read(long block, ByteBuf to, int index) {
    var access = pool.take().prepare(block, 1, false);
    medium.read(access);
    boolean good = ended(access);
    if (good) {
      to.setBytes(index, access.data(), access.dataIndex(), medium.blockSize());
    }
    pool.giveBack(access);
    return good;
  }

  /** Writes a block; tells whether that went well. */
  boolean write(long block, ByteBuf from, int index, boolean durable) {
    var access = pool.take().prepare(block, 1, durable);
    access.memory().setBytes(0, from, index, medium.blockSize());
    medium.write(access);
    boolean good = ended(access);
    pool.giveBack(access);
    return good;
  }

  private static boolean ended(BlockAccess access) {
    if (!access.finished()) {
      throw new IllegalStateException("a medium with flaws lies over one that takes no time");
    }
    return !access.failed();
  }
}
