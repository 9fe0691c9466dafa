package dev.umsim.core.scsi;

/** Receives blocks and writes them, whole blocks only. Nothing is written behind a bad block. */
final class WriteTask extends MediumTask {
  private final boolean durable;
  private final long endBlock;
  private long nextBlock;
  private long writtenBytes;

  /**
   * @param durable whether each block has to be durable before the command ends
   */
  WriteTask(Intent.WriteBlocks intent, boolean durable, Place place) {
    super(Flow.OUT, intent.blockCount() * place.blockSize(), place);
    this.durable = durable;
    nextBlock = intent.lba();
    endBlock = intent.lba() + intent.blockCount();
  }

  @Override
  public boolean next(long limit) {
    if (failed() || mediumGone()) {
      noChunk();
    } else {
      chunk(access().memory(), 0, (int) Math.min(limit, place().blocksPerWrite() * blockSize()));
    }
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    int blocks = bytes / blockSize();
    if (blocks == 0 || mediumGone()) {
      return true;
    }
    long left = endBlock - nextBlock - blocks;
    medium().write(access().prepare(nextBlock, blocks, durable).followedBy(left));
    return whenFinished(this::written);
  }

  private boolean written() {
    if (access().failed()) {
      fail(SenseData.atBlock(Sense.WRITE_ERROR, access().failedBlock()));
    }
    int good = access().goodBlocks();
    nextBlock += good;
    writtenBytes += (long) good * blockSize();
    return true;
  }

  @Override
  public long processedBytes() {
    return writtenBytes;
  }
}
