package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Receives blocks, writes them and reads them again (WRITE AND VERIFY, SBC-3, section 5.36). */
final class WriteAndVerifyTask extends MediumTask {
  private final boolean compare;
  private final ByteBuf received;
  private long nextBlock;
  private long writtenBytes;

  WriteAndVerifyTask(Intent.WriteAndVerifyBlocks intent, Place place) {
    super(Flow.OUT, intent.blockCount() * place.blockSize(), place);
    compare = intent.compare();
    nextBlock = intent.lba();
    received = Unpooled.buffer(place.blocksPerAccess() * place.blockSize());
  }

  @Override
  public boolean next(long limit) {
    if (failed() || mediumGone()) {
      noChunk();
    } else {
      chunk(received, 0, (int) Math.min(limit, received.capacity()));
    }
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    int blocks = bytes / blockSize();
    if (blocks == 0 || mediumGone()) {
      return true;
    }
    access().memory().setBytes(0, received, 0, blocks * blockSize());
    // What is verified has to be on the medium.
    medium().write(access().prepare(nextBlock, blocks, true));
    return whenFinished(this::written);
  }

  private boolean written() {
    int good = access().goodBlocks();
    if (access().failed()) {
      fail(SenseData.atBlock(Sense.WRITE_ERROR, access().failedBlock()));
    }
    writtenBytes += (long) good * blockSize();
    if (good == 0 || mediumGone()) {
      return true;
    }
    medium().read(access().prepare(nextBlock, good, false));
    nextBlock += good;
    return whenFinished(this::verified);
  }

  private boolean verified() {
    int bytes = access().goodBlocks() * blockSize();
    if (access().failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, access().failedBlock()));
    } else if (compare && !Bytes.equal(access().data(), access().dataIndex(), received, 0, bytes)) {
      fail(SenseData.of(Sense.MISCOMPARE));
    }
    return true;
  }

  @Override
  public long processedBytes() {
    return writtenBytes;
  }
}
