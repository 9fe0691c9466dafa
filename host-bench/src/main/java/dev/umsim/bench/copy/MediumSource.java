package dev.umsim.bench.copy;

import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The blocks of a medium, read past the device that has it, so that no time passes. */
final class MediumSource implements BlockSource, AutoCloseable {
  private final Medium medium;
  private final BlockAccessPool accesses;

  /**
   * @param mostBytes the most that is read at once
   */
  MediumSource(Medium medium, int mostBytes) {
    this.medium = medium;
    accesses = new BlockAccessPool(ByteBufAllocator.DEFAULT, mostBytes);
  }

  @Override
  public boolean read(long firstBlock, int blockCount, ByteBuf into) {
    var access = accesses.take();
    try {
      medium.read(access.prepare(firstBlock, blockCount, false));
      if (!access.finished()) {
        throw new IllegalStateException("only a medium without time can be read past its device");
      }
      into.setBytes(0, access.data(), access.dataIndex(), blockCount * medium.blockSize());
      return !access.failed();
    } finally {
      accesses.giveBack(access);
    }
  }

  @Override
  public void close() {
    accesses.close();
  }
}
