package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * Receives data and compares blocks of the medium with it (VERIFY with BYTCHK 1 or 3, SBC-3,
 * section 5.28).
 */
final class CompareTask extends MediumTask {
  private final boolean oneBlock;
  private final long endBlock;
  private final ByteBuf received;
  private long nextBlock;
  private long receivedBytes;

  CompareTask(Intent.CompareBlocks intent, Place place) {
    super(Flow.OUT, (intent.oneBlock() ? 1 : intent.blockCount()) * place.blockSize(), place);
    oneBlock = intent.oneBlock();
    nextBlock = intent.lba();
    endBlock = intent.lba() + intent.blockCount();
    received = Unpooled.buffer(place.blocksPerAccess() * place.blockSize());
  }

  @Override
  public boolean next(long limit) {
    if (failed()) {
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
    if (blocks == 0 || oneBlock) {
      return true;
    }
    medium().read(access().prepare(nextBlock, blocks, false));
    return whenFinished(this::compareChunk);
  }

  private boolean compareChunk() {
    for (int i = 0; i < access().goodBlocks() && !failed(); i++) {
      compare(access(), i, i);
    }
    failIfUnreadable();
    return true;
  }

  @Override
  public boolean finish() {
    if (oneBlock && receivedBytes > 0 && !compareRest()) {
      return false;
    }
    return super.finish();
  }

  /** Compares every block that is left with the one that was received. */
  private boolean compareRest() {
    while (nextBlock != endBlock && !failed()) {
      int blocks = (int) Math.min(blocksPerAccess(), endBlock - nextBlock);
      medium().read(access().prepare(nextBlock, blocks, false));
      if (!access().finished()) {
        return whenFinished(this::compareWithOneThenRest);
      }
      compareWithOne();
    }
    return true;
  }

  private boolean compareWithOneThenRest() {
    compareWithOne();
    return finish();
  }

  private void compareWithOne() {
    for (int i = 0; i < access().goodBlocks() && !failed(); i++) {
      compare(access(), i, 0);
    }
    failIfUnreadable();
  }

  private void compare(BlockAccess access, int onMedium, int inData) {
    int size = blockSize();
    if (!ByteBufUtil.equals(
        access.data(), access.dataIndex() + onMedium * size, received, inData * size, size)) {
      fail(SenseData.of(Sense.MISCOMPARE));
    }
    nextBlock++;
  }

  private void failIfUnreadable() {
    if (access().failed() && !failed()) {
      fail(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, access().failedBlock()));
    }
  }

  @Override
  public long processedBytes() {
    return receivedBytes;
  }
}
