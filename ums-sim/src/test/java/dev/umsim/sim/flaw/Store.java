package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;

/** A medium as a test uses it: blocks that hold one number each. */
final class Store {
  static final int BLOCK_SIZE = 512;

  private final Medium medium;
  private final BlockAccessPool pool = new BlockAccessPool(HeapAllocator.INSTANCE, 64 * BLOCK_SIZE);

  Store(Medium medium) {
    this.medium = medium;
  }

  /** Blocks that hold 0. */
  static Medium good(long blocks) {
    return new FilledMedium(Fill.ZERO, FilledMedium.Writes.KEPT, BLOCK_SIZE, blocks);
  }

  /** Writes the same number into blocks; tells whether that went well. */
  boolean write(long first, int count, int value, boolean durable) {
    var access = pool.take().prepare(first, count, durable);
    for (int at = 0; at < count * BLOCK_SIZE; at += 4) {
      access.memory().setInt(at, value);
    }
    medium.write(access);
    return ended(access);
  }

  boolean write(long block, int value) {
    return write(block, 1, value, false);
  }

  /** Writes these bytes into a block. */
  boolean write(long block, byte[] bytes) {
    var access = pool.take().prepare(block, 1, false);
    access.memory().setBytes(0, bytes);
    medium.write(access);
    return ended(access);
  }

  /** The bytes of a block. */
  byte[] bytes(long block) {
    var access = pool.take().prepare(block, 1, false);
    medium.read(access);
    var bytes = new byte[BLOCK_SIZE];
    access.data().getBytes(access.dataIndex(), bytes);
    pool.giveBack(access);
    return bytes;
  }

  boolean synchronize() {
    var access = pool.take().prepare(0, 0, false);
    medium.synchronize(access);
    return ended(access);
  }

  /** What the last four bytes of a block hold; -1 if it cannot be read. */
  int read(long block) {
    return read(block, BLOCK_SIZE - 4);
  }

  int read(long block, int index) {
    var access = pool.take().prepare(block, 1, false);
    medium.read(access);
    int value = access.failed() ? -1 : access.data().getInt(access.dataIndex() + index);
    pool.giveBack(access);
    return value;
  }

  private boolean ended(BlockAccess access) {
    boolean good = access.finished() && !access.failed();
    pool.giveBack(access);
    return good;
  }
}
