package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Receives data and compares blocks with it (VERIFY with BYTCHK 1, SBC-3, section 5.28). */
final class CompareTask extends MediumTask {
  private final ByteBuf received;
  private long nextBlock;
  private long receivedBytes;

  CompareTask(Intent.CompareBlocks intent, Place place) {
    super(Flow.OUT, intent.blockCount() * place.blockSize(), place);
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
    receivedBytes += (long) blocks * blockSize();
    if (blocks == 0 || mediumGone()) {
      return true;
    }
    medium().read(access().prepare(nextBlock, blocks, false));
    return whenFinished(this::compare);
  }

  private boolean compare() {
    int bytes = access().goodBlocks() * blockSize();
    nextBlock += access().goodBlocks();
    if (!Bytes.equal(access().data(), access().dataIndex(), received, 0, bytes)) {
      fail(SenseData.of(Sense.MISCOMPARE));
    } else if (access().failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, access().failedBlock()));
    }
    return true;
  }

  @Override
  public long processedBytes() {
    return receivedBytes;
  }
}
