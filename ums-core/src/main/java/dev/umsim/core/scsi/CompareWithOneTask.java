package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;

/** Receives one block and compares many with it (VERIFY with BYTCHK 3, SBC-3, section 5.28). */
final class CompareWithOneTask extends SweepTask {
  private final Intent.CompareWithOneBlock intent;
  private final ReceivedBlock block;
  private boolean begun;

  CompareWithOneTask(Intent.CompareWithOneBlock intent, Place place) {
    super(Flow.OUT, place.blockSize(), place);
    this.intent = intent;
    block = new ReceivedBlock(place.blockSize());
  }

  @Override
  public boolean next(long limit) {
    chunk(block.bytes(), block.received(), (int) Math.min(limit, blockSize() - block.received()));
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    block.add(bytes);
    return true;
  }

  @Override
  public long processedBytes() {
    return block.whole() ? blockSize() : 0;
  }

  @Override
  public boolean finish() {
    if (!begun && block.whole()) {
      begun = true;
      sweepOver(intent.lba(), intent.blockCount());
    }
    return super.finish();
  }

  @Override
  void work(BlockAccess piece) {
    medium().read(piece);
  }

  @Override
  void worked(BlockAccess piece) {
    int size = blockSize();
    for (int i = 0; i < piece.goodBlocks() && !failed(); i++) {
      if (!Bytes.equal(piece.data(), piece.dataIndex() + i * size, block.bytes(), 0, size)) {
        fail(SenseData.of(Sense.MISCOMPARE));
      }
    }
    if (piece.failed() && !failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, piece.failedBlock()));
    }
  }
}
