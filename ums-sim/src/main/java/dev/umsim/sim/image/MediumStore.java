package dev.umsim.sim.image;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A medium whose blocks are all zero so far, and of which those stay untouched that remain so. */
final class MediumStore implements ByteStore, AutoCloseable {
  /** Room for the largest block. */
  private static final int ACCESS_BYTES = 4096;

  private final Medium medium;
  private final int blockSize;
  private final BlockAccessPool pool;
  private final BlockAccess access;
  private final ByteBuffer zeros;

  MediumStore(Medium medium) {
    this.medium = medium;
    blockSize = medium.blockSize();
    pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, ACCESS_BYTES);
    access = pool.take();
    zeros = ByteBuffer.allocate(blockSize).asReadOnlyBuffer();
  }

  @Override
  public void write(long offsetBytes, ByteBuffer from) throws IOException {
    long at = offsetBytes;
    while (from.hasRemaining()) {
      int inBlock = (int) (at % blockSize);
      int length = Math.min(from.remaining(), blockSize - inBlock);
      var piece = from.slice(from.position(), length);
      if (piece.mismatch(zeros.slice(0, length)) >= 0) {
        writePiece(at / blockSize, inBlock, piece);
      }
      from.position(from.position() + length);
      at += length;
    }
  }

  private void writePiece(long block, int inBlock, ByteBuffer piece) throws IOException {
    medium.read(access.prepare(block, 1, false));
    requireDone();
    byte[] bytes = new byte[blockSize];
    access.data().getBytes(access.dataIndex(), bytes);
    piece.get(bytes, inBlock, piece.remaining());
    access.prepare(block, 1, false).memory().setBytes(0, bytes);
    medium.write(access);
    requireDone();
  }

  private void requireDone() throws IOException {
    if (!access.finished() || access.failed()) {
      throw new IOException("the medium does not take what is to be put on it");
    }
  }

  @Override
  public void close() {
    pool.giveBack(access);
    pool.close();
  }
}
