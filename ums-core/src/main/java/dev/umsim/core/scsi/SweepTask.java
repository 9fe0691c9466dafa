package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;

/** A task that at its end works through a range of blocks, piece by piece. */
abstract class SweepTask extends MediumTask {
  private long nextBlock;
  private long blocksLeft;

  SweepTask(Flow flow, long length, Place place) {
    super(flow, length, place);
  }

  /** Sets the range, before the end. */
  final void sweepOver(long lba, long blockCount) {
    nextBlock = lba;
    blocksLeft = blockCount;
  }

  /** The most blocks of a piece. */
  int blocksPerPiece() {
    return blocksPerAccess();
  }

  /** Whether what is written has to be durable before the piece is done. */
  boolean forcesUnitAccess() {
    return false;
  }

  /** Starts the work on a piece, which the access names. */
  abstract void work(BlockAccess piece);

  /** Looks at what came of a piece. */
  abstract void worked(BlockAccess piece);

  /** Begins with another range when one is done; false if there is none. */
  boolean nextRange() {
    return false;
  }

  @Override
  public boolean finish() {
    while (!failed() && (blocksLeft != 0 || nextRange()) && !mediumGone()) {
      int blocks =
          Long.compareUnsigned(blocksLeft, blocksPerPiece()) < 0
              ? (int) blocksLeft
              : blocksPerPiece();
      work(access().prepare(nextBlock, blocks, forcesUnitAccess()));
      if (!access().finished()) {
        return whenFinished(this::pieceDoneThenGoOn);
      }
      pieceDone();
    }
    return super.finish();
  }

  private boolean pieceDoneThenGoOn() {
    pieceDone();
    return finish();
  }

  private void pieceDone() {
    worked(access());
    nextBlock += access().blockCount();
    blocksLeft -= access().blockCount();
  }

  @Override
  public boolean next(long limit) {
    throw new IllegalStateException("no data moves");
  }

  @Override
  public boolean moved(int bytes) {
    throw new IllegalStateException("no data moves");
  }

  @Override
  public long processedBytes() {
    return 0;
  }
}
