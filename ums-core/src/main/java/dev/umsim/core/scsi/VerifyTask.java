package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;

/** Reads blocks to tell whether they can be read (VERIFY with BYTCHK 0, SBC-3, section 5.28). */
final class VerifyTask extends SweepTask {
  VerifyTask(Intent.VerifyBlocks intent, Place place) {
    super(Flow.NONE, 0, place);
    sweepOver(intent.lba(), intent.blockCount());
  }

  @Override
  void work(BlockAccess piece) {
    medium().read(piece);
  }

  @Override
  void worked(BlockAccess piece) {
    if (piece.failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, piece.failedBlock()));
    }
  }
}
