package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.function.Consumer;

/** Uses a medium as a device does, with accesses of 256 KiB. */
final class MediumUser implements AutoCloseable {
  private final BlockAccessPool pool =
      new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, 256 << 10);
  private final Medium medium;

  MediumUser(Medium medium) {
    this.medium = medium;
  }

  /** Begins a read; the access may be finished or not. */
  BlockAccess beginRead(long firstBlock, int blocks) {
    var access = pool.take().prepare(firstBlock, blocks, false);
    return begun(access, medium::read);
  }

  /** Begins a write of whole blocks; the access may be finished or not. */
  BlockAccess beginWrite(long firstBlock, byte[] data, boolean forceUnitAccess) {
    var access = pool.take().prepare(firstBlock, data.length / medium.blockSize(), forceUnitAccess);
    access.memory().setBytes(0, data);
    return begun(access, medium::write);
  }

  private BlockAccess begun(BlockAccess access, Consumer<BlockAccess> request) {
    try {
      request.accept(access);
      return access;
    } catch (IllegalArgumentException refusal) {
      access.fail(access.firstBlock());
      pool.giveBack(access);
      throw refusal;
    }
  }

  /** The blocks that a finished read has read before its end or the bad one. */
  byte[] bytes(BlockAccess access) {
    assertThat(access.finished()).isTrue();
    return ByteBufUtil.getBytes(
        access.data(), access.dataIndex(), access.goodBlocks() * medium.blockSize());
  }

  /** Gives an access back that is not needed any more. */
  void giveBack(BlockAccess access) {
    pool.giveBack(access);
  }

  /** Reads blocks that can be read at once. */
  byte[] read(long firstBlock, int blocks) {
    var access = beginRead(firstBlock, blocks);
    assertThat(access.finished()).isTrue();
    assertThat(access.failed()).isFalse();
    var bytes = bytes(access);
    pool.giveBack(access);
    return bytes;
  }

  /** Writes blocks that can be written at once. */
  void write(long firstBlock, byte[] data) {
    assertThat(tryWrite(firstBlock, data)).isEqualTo(data.length / medium.blockSize());
  }

  /** Reads and returns how many blocks went well. */
  int tryRead(long firstBlock, int blocks) {
    return goodBlocks(beginRead(firstBlock, blocks));
  }

  /** Writes and returns how many blocks went well. */
  int tryWrite(long firstBlock, byte[] data) {
    return goodBlocks(beginWrite(firstBlock, data, false));
  }

  /** Writes with FUA and returns how many blocks went well. */
  int tryWriteDurably(long firstBlock, byte[] data) {
    return goodBlocks(beginWrite(firstBlock, data, true));
  }

  /** Begins to give blocks back; the access may be finished or not. */
  BlockAccess beginDeallocation(long firstBlock, int blocks) {
    return begun(pool.take().prepare(firstBlock, blocks, false), medium::deallocate);
  }

  /** Gives blocks back and returns how many went well. */
  int tryDeallocate(long firstBlock, int blocks) {
    return goodBlocks(beginDeallocation(firstBlock, blocks));
  }

  /** Synchronizes and returns whether that went well. */
  boolean synchronize() {
    var access = pool.take().prepare(0, 1, false);
    medium.synchronize(access);
    return goodBlocks(access) == 1;
  }

  private int goodBlocks(BlockAccess access) {
    assertThat(access.finished()).isTrue();
    int good = access.goodBlocks();
    assertThat(access.failed()).isEqualTo(good < access.blockCount());
    pool.giveBack(access);
    return good;
  }

  @Override
  public void close() {
    pool.close();
  }
}
