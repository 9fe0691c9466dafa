package dev.umsim.core.scsi;

/** Sends blocks of the medium. Those before a bad block are sent, and nothing behind it. */
final class ReadTask extends MediumTask {
  private long nextBlock;
  private long sentBytes;

  ReadTask(Intent.ReadBlocks intent, Place place) {
    super(Flow.IN, intent.blockCount() * place.blockSize(), place);
    nextBlock = intent.lba();
  }

  @Override
  public boolean next(long limit) {
    if (failed() || mediumGone()) {
      noChunk();
      return true;
    }
    long left = (limit + blockSize() - 1) / blockSize();
    int blocks = (int) Math.min(place().blocksPerRead(), left);
    medium().read(access().prepare(nextBlock, blocks, false).followedBy(left - blocks));
    if (access().finished()) {
      return readDone(limit);
    }
    return whenFinished(() -> readDone(limit));
  }

  private boolean readDone(long limit) {
    if (mediumGone()) {
      noChunk();
      return true;
    }
    if (access().failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, access().failedBlock()));
    }
    int good = access().goodBlocks();
    nextBlock += good;
    int bytes = (int) Math.min(limit, (long) good * blockSize());
    chunk(access().data(), access().dataIndex(), bytes);
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    sentBytes += bytes;
    return true;
  }

  @Override
  public long processedBytes() {
    return sentBytes;
  }
}
