package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.BitSet;

/**
 * Flash that can be erased in larger pieces than it is written: a write of a part has the whole
 * erase block read, erased and written anew.
 *
 * <p>One erase block at a time is open. It is complete when all of it has been written, when
 * another one is opened, after a write that has to be durable, and after a synchronization. If the
 * power fails before, the whole of it reads as erased: FF.
 */
public final class ErasedMedium extends FlawedMedium implements PowerCut {
  private static final int ERASED = 0xff;
  private static final long NONE = -1;

  private final int eraseBlocks;
  private final ByteBuf erased;
  private final BitSet written;
  private long open = NONE;
  private long erasures;

  /**
   * @param eraseBlocks how many blocks are erased at once: at least 2, and a part of the medium
   */
  public ErasedMedium(Medium inner, int eraseBlocks) {
    super(inner);
    if (eraseBlocks < 2 || inner.blockCount() % eraseBlocks != 0) {
      throw new IllegalArgumentException(
          "an erase block has 2 blocks or more, and the medium of "
              + inner.blockCount()
              + " blocks is made of such; it is none of "
              + eraseBlocks);
    }
    this.eraseBlocks = eraseBlocks;
    written = new BitSet(eraseBlocks);
    erased = Unpooled.buffer(inner.blockSize());
    for (int at = 0; at < inner.blockSize(); at++) {
      erased.setByte(at, ERASED);
    }
  }

  /** How often a piece was erased. */
  public long erasures() {
    return erasures;
  }

  @Override
  boolean writeBlock(BlockAccess access, int number) {
    long block = access.firstBlock() + number;
    if (open != block / eraseBlocks) {
      open = block / eraseBlocks;
      written.clear();
      erasures++;
    }
    written.set((int) (block % eraseBlocks));
    boolean last = number == access.blockCount() - 1;
    if (written.cardinality() == eraseBlocks || last && access.forceUnitAccess()) {
      complete();
    }
    return super.writeBlock(access, number);
  }

  private void complete() {
    open = NONE;
  }

  @Override
  public void synchronize(BlockAccess access) {
    complete();
    super.synchronize(access);
  }

  @Override
  public void cutPower() {
    for (int at = 0; open != NONE && at < eraseBlocks; at++) {
      blocks().write(open * eraseBlocks + at, erased, 0, true);
    }
    complete();
  }
}
