package dev.umsim.core.scsi;

/** Reads blocks to tell whether they can be read (VERIFY with BYTCHK 0, SBC-3, section 5.28). */
final class VerifyTask extends MediumTask {
  private final long endBlock;
  private long nextBlock;

  VerifyTask(Intent.VerifyBlocks intent, Place place) {
    super(Flow.NONE, 0, place);
    nextBlock = intent.lba();
    endBlock = intent.lba() + intent.blockCount();
  }

  @Override
  public boolean finish() {
    while (nextBlock != endBlock && !failed()) {
      int blocks = (int) Math.min(blocksPerAccess(), endBlock - nextBlock);
      medium().read(access().prepare(nextBlock, blocks, false));
      if (!access().finished()) {
        return whenFinished(this::readThenGoOn);
      }
      read();
    }
    return super.finish();
  }

  private boolean readThenGoOn() {
    read();
    return finish();
  }

  private void read() {
    if (access().failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, access().failedBlock()));
    }
    nextBlock += access().goodBlocks();
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
