package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;

/** Writes one block to many places, or gives them back (WRITE SAME, SBC-3, section 5.40). */
final class WriteSameTask extends SweepTask {
  private final Intent.WriteSame intent;
  private final boolean durable;
  private final ReceivedBlock block;
  private boolean filled;
  private boolean deallocates;

  /**
   * @param durable whether each block has to be durable before the command ends
   */
  WriteSameTask(Intent.WriteSame intent, boolean durable, Place place) {
    super(Flow.OUT, intent.noDataOut() ? 0 : place.blockSize(), place);
    this.intent = intent;
    this.durable = durable;
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

  /** Without its block the command has nothing to write, and writes nothing. */
  @Override
  public boolean finish() {
    if (!filled && (block.whole() || intent.noDataOut())) {
      filled = true;
      deallocates = intent.unmap() && isZero();
      if (!deallocates) {
        fillMemory();
      }
      sweepOver(intent.lba(), intent.blockCount());
    }
    return super.finish();
  }

  private boolean isZero() {
    return block.bytes().forEachByte(0, blockSize(), each -> each == 0) < 0;
  }

  private void fillMemory() {
    for (int i = 0; i < blocksPerAccess(); i++) {
      access().memory().setBytes(i * blockSize(), block.bytes(), 0, blockSize());
    }
  }

  @Override
  boolean forcesUnitAccess() {
    return durable;
  }

  @Override
  void work(BlockAccess piece) {
    if (deallocates) {
      medium().deallocate(piece);
    } else {
      medium().write(piece);
    }
  }

  @Override
  void worked(BlockAccess piece) {
    if (piece.failed()) {
      fail(SenseData.atBlock(Sense.WRITE_ERROR, piece.failedBlock()));
    }
  }
}
