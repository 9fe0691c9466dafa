package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.UnpooledByteBufAllocator;

/**
 * Part of an access, moved to or from a medium by accesses of its own: the whole cannot be handed
 * on where some of its blocks come from elsewhere.
 */
final class Pieces {
  enum Direction {
    READ,
    WRITE,
    /** Nothing moves: the medium takes blocks back. */
    DEALLOCATE
  }

  private static final int PIECE_BYTES = 64 << 10;

  private final Medium medium;
  private final BlockAccessPool pool;
  private final BlockAccess whole;
  private final Direction direction;
  private int offset;
  private int end;
  private int moved;
  private boolean failed;
  private long failedBlock;

  @SuppressWarnings("NullAway.Init")
  private Runnable whenDone;

  Pieces(Medium medium, BlockAccessPool pool, BlockAccess whole, Direction direction) {
    this.medium = medium;
    this.pool = pool;
    this.whole = whole;
    this.direction = direction;
  }

  /** A pool of the accesses that pieces use. */
  static BlockAccessPool pool() {
    return new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, PIECE_BYTES);
  }

  /**
   * Moves {@code blocks} blocks of the access from its block {@code offset} on.
   *
   * @return whether this is over; if not, {@code whenDone} is run as soon as it is
   */
  boolean move(int offset, int blocks, Runnable whenDone) {
    this.offset = offset;
    this.end = offset + blocks;
    this.whenDone = whenDone;
    moved = 0;
    failed = false;
    return moveOn();
  }

  /** How many blocks the last {@link #move} has moved before its end or the first bad one. */
  int moved() {
    return moved;
  }

  /** The block at which the last {@link #move} failed; of use only if it did. */
  long failedBlock() {
    return failedBlock;
  }

  private boolean moveOn() {
    int mostBlocks = pool.memoryBytes() / medium.blockSize();
    while (offset < end && !failed) {
      var piece =
          pool.take()
              .prepare(
                  whole.firstBlock() + offset,
                  Math.min(mostBlocks, end - offset),
                  whole.forceUnitAccess());
      begin(piece);
      if (!piece.finished()) {
        piece.whenFinished(() -> finishLater(piece));
        return false;
      }
      finish(piece);
    }
    return true;
  }

  private void begin(BlockAccess piece) {
    switch (direction) {
      case READ -> medium.read(piece);
      case WRITE -> {
        int bytes = piece.blockCount() * medium.blockSize();
        piece.memory().setBytes(0, whole.memory(), offset * medium.blockSize(), bytes);
        medium.write(piece);
      }
      case DEALLOCATE -> medium.deallocate(piece);
    }
  }

  private void finishLater(BlockAccess piece) {
    finish(piece);
    if (moveOn()) {
      whenDone.run();
    }
  }

  private void finish(BlockAccess piece) {
    int good = piece.goodBlocks();
    if (direction == Direction.READ) {
      int index = offset * medium.blockSize();
      int bytes = good * medium.blockSize();
      whole.memory().setBytes(index, piece.data(), piece.dataIndex(), bytes);
    }
    failed = piece.failed();
    failedBlock = piece.failedBlock();
    offset += good;
    moved += good;
    pool.giveBack(piece);
  }
}
