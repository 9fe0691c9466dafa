package dev.umsim.core.medium;

import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One access to a medium: which blocks, the memory that belongs to it while it lasts, and how it
 * ended.
 *
 * <p>An access owns its memory. When a reset gives up a command whose access is still under way,
 * the access keeps the memory until the medium is done with it, so that a late answer can never
 * land in the data of another command. Accesses come from a {@link BlockAccessPool} and go back to
 * it.
 */
public final class BlockAccess {
  private enum State {
    IDLE,
    UNDER_WAY,
    SUCCEEDED,
    FAILED
  }

  private final ByteBuf memory;
  private State state = State.IDLE;
  private @Nullable Runnable whenFinished;
  private @Nullable Runnable whenReleased;
  private long firstBlock;
  private int blockCount;
  private boolean forceUnitAccess;
  private long blocksToFollow;
  private ByteBuf data;
  private int dataIndex;
  private long failedBlock;
  private int goodBlocks;

  BlockAccess(ByteBuf memory) {
    this.memory = memory;
    this.data = memory;
  }

  /**
   * An access over the memory of another one, for a medium that hands its accesses on to one that
   * works elsewhere. It belongs to no pool, and must have ended before the other one does.
   */
  public static BlockAccess over(BlockAccess other) {
    return new BlockAccess(other.memory)
        .prepare(other.firstBlock, other.blockCount, other.forceUnitAccess)
        .followedBy(other.blocksToFollow);
  }

  /** Prepares the next use: which blocks it concerns, and that nothing has been done yet. */
  public BlockAccess prepare(long firstBlock, int blockCount, boolean forceUnitAccess) {
    if (state == State.UNDER_WAY) {
      throw new IllegalStateException("the medium has not finished this access");
    }
    state = State.UNDER_WAY;
    whenFinished = null;
    whenReleased = null;
    this.firstBlock = firstBlock;
    this.blockCount = blockCount;
    this.forceUnitAccess = forceUnitAccess;
    blocksToFollow = 0;
    data = memory;
    dataIndex = 0;
    return this;
  }

  /**
   * Says beforehand that the same command is going to access so many blocks behind these, as a
   * drive knows it from the command's transfer length. Nothing is promised: a command may end
   * early.
   */
  public BlockAccess followedBy(long blocks) {
    blocksToFollow = blocks;
    return this;
  }

  /** The first block concerned; unsigned. */
  public long firstBlock() {
    return firstBlock;
  }

  /** How many blocks are concerned. */
  public int blockCount() {
    return blockCount;
  }

  /** Whether a write has to be durable before it succeeds (FUA, SBC-3 section 5.8). */
  public boolean forceUnitAccess() {
    return forceUnitAccess;
  }

  /** How many blocks behind these the same command is going to access; 0 if this is the last. */
  public long blocksToFollow() {
    return blocksToFollow;
  }

  /** The access's own memory, where a read puts its blocks and a write finds them, from index 0. */
  public ByteBuf memory() {
    return memory;
  }

  /**
   * Called by a medium instead of filling {@link #memory()}: the blocks stand in {@code lent} from
   * {@code index} on. What is lent must stay readable until the access is used again.
   */
  public void lend(ByteBuf lent, int index) {
    data = Objects.requireNonNull(lent);
    dataIndex = index;
  }

  /** Where the blocks of a finished read stand: own memory or lent. */
  public ByteBuf data() {
    return data;
  }

  /** Index of the first byte in {@link #data()}. */
  public int dataIndex() {
    return dataIndex;
  }

  /** Called by the medium: all blocks were read, written or made durable. */
  public void succeed() {
    end(State.SUCCEEDED);
  }

  /**
   * Called by the medium: the access failed at {@code failedBlock}. The blocks before it were read
   * or written; of this one and those behind it nothing is known.
   */
  public void fail(long failedBlock) {
    fail(failedBlock, (int) (failedBlock - firstBlock));
  }

  /**
   * Called by the medium: the access failed at {@code failedBlock}, and of its blocks no more than
   * the first {@code goodBlocks} were read or written. A drive that fails as a whole has none.
   */
  public void fail(long failedBlock, int goodBlocks) {
    this.failedBlock = failedBlock;
    this.goodBlocks = goodBlocks;
    end(State.FAILED);
  }

  /** Called by a medium that had the work done by an access of its own: it ended like that one. */
  public void endAs(BlockAccess other) {
    if (other.failed()) {
      fail(other.failedBlock, other.goodBlocks);
    } else {
      succeed();
    }
  }

  /** Whether the medium is done with it. */
  public boolean finished() {
    return state == State.SUCCEEDED || state == State.FAILED;
  }

  /** Whether it is with the medium at this moment. */
  boolean underWay() {
    return state == State.UNDER_WAY;
  }

  /** Whether it is done and failed. */
  public boolean failed() {
    return state == State.FAILED;
  }

  /** The first block that could not be accessed; of use after {@link #failed()} only. */
  public long failedBlock() {
    return failedBlock;
  }

  /** How many blocks were read or written before the end or the failure. */
  public int goodBlocks() {
    return failed() ? goodBlocks : blockCount;
  }

  /**
   * Asks to be told once when an access that is still under way is finished. An access that was
   * finished before it was asked is not announced.
   */
  public void whenFinished(Runnable action) {
    if (finished()) {
      throw new IllegalStateException("the access is finished already");
    }
    whenFinished = action;
  }

  /**
   * Asks to be told once when the command is done with the data of this access and gives it back,
   * as a driver that fetches more as soon as there is room.
   */
  public void whenReleased(Runnable action) {
    whenReleased = action;
  }

  void released() {
    var action = whenReleased;
    whenReleased = null;
    if (action != null) {
      action.run();
    }
  }

  private void end(State how) {
    if (state != State.UNDER_WAY) {
      throw new IllegalStateException("an access ends once, after it was begun");
    }
    state = how;
    var action = whenFinished;
    whenFinished = null;
    if (action != null) {
      action.run();
    }
  }
}
