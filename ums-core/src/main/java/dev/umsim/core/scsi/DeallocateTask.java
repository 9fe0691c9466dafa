package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;
import java.util.Iterator;

/** Gives blocks back (UNMAP, SBC-3, section 5.28). */
final class DeallocateTask extends SweepTask {
  /** No memory is touched, so a piece may be large; small enough that no medium counts too far. */
  private static final int BLOCKS_PER_PIECE = 1 << 20;

  private final Iterator<BlockRange> ranges;

  DeallocateTask(Intent.Deallocate intent, Place place) {
    super(Flow.NONE, 0, place);
    ranges = intent.ranges().iterator();
  }

  @Override
  int blocksPerPiece() {
    return BLOCKS_PER_PIECE;
  }

  @Override
  boolean nextRange() {
    while (ranges.hasNext()) {
      var range = ranges.next();
      if (range.blockCount() != 0) {
        sweepOver(range.lba(), range.blockCount());
        return true;
      }
    }
    return false;
  }

  @Override
  void work(BlockAccess piece) {
    medium().deallocate(piece);
  }

  @Override
  void worked(BlockAccess piece) {
    if (piece.failed()) {
      fail(SenseData.atBlock(Sense.WRITE_ERROR, piece.failedBlock()));
    }
  }
}
