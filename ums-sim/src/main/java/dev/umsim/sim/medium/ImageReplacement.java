package dev.umsim.sim.medium;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A new image beside the old one, made of the old one and an overlay. Holes of the old one stay
 * holes where the overlay has nothing or zeros.
 */
final class ImageReplacement {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int HOLE_BYTES = 4096;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(HOLE_BYTES);

  private final FileSteps steps;
  private final BlockFile base;
  private final OverlayFile overlay;
  private final int blockSize;
  private final long blockCount;
  private final ByteBuf chunk = Unpooled.directBuffer(CHUNK_BYTES, CHUNK_BYTES);
  private final ByteBuf baseChunk = Unpooled.directBuffer(HOLE_BYTES, HOLE_BYTES);

  ImageReplacement(FileSteps steps, ImageChannel base, OverlayFile overlay) {
    this.steps = steps;
    this.overlay = overlay;
    blockSize = overlay.header().geometry().blockSize();
    blockCount = overlay.header().geometry().blockCount();
    this.base = new BlockFile(base, blockSize, 0);
  }

  /** Makes the file, durable and with the attributes of the old image; to be called once. */
  void make(Path image, Path replacement) throws IOException {
    try {
      steps.delete(replacement);
      long length = blockCount * blockSize;
      try (var target = steps.create(replacement, length)) {
        if (!steps.copy(image, replacement) || target.size() != length) {
          copyBase(target);
        }
        copyOverlay(target);
        steps.copyAttributes(image, replacement);
        target.force(true);
      }
    } finally {
      chunk.release();
      baseChunk.release();
    }
  }

  private void copyBase(ImageChannel target) throws IOException {
    for (long block = 0; block < blockCount; ) {
      int blocks = (int) Math.min(CHUNK_BYTES / blockSize, blockCount - block);
      if (base.read(block, blocks, chunk, 0) < blocks) {
        throw base.lastFailure().orElseThrow();
      }
      int length = blocks * blockSize;
      for (int from = 0; from < length; from += HOLE_BYTES) {
        int bytes = Math.min(HOLE_BYTES, length - from);
        if (!isZero(chunk, from, bytes)) {
          target.writeFully(chunk.internalNioBuffer(from, bytes), block * blockSize + from);
        }
      }
      block += blocks;
    }
    // What could not be copied as a whole may have lost its length.
    if (target.size() < blockCount * blockSize) {
      target.writeFully(ByteBuffer.allocate(1), blockCount * blockSize - 1);
    }
  }

  private void copyOverlay(ImageChannel target) throws IOException {
    var written = overlay.written();
    for (long block = written.nextWritten(0); block >= 0; ) {
      int blocks = written.run(block, (int) Math.min(CHUNK_BYTES / blockSize, blockCount - block));
      if (overlay.read(block, blocks, chunk, 0) < blocks) {
        throw overlay.lastFailure().orElseThrow();
      }
      writeWhereNotZero(target, block, blocks);
      block = written.nextWritten(block + blocks);
    }
  }

  /** Writes what the chunk holds in one go, unless some of it are zeros on zeros. */
  private void writeWhereNotZero(ImageChannel target, long block, int blocks) throws IOException {
    int blocksAtOnce = HOLE_BYTES / blockSize;
    int from = 0;
    for (int next = 0; next < blocks; next += blocksAtOnce) {
      int count = Math.min(blocksAtOnce, blocks - next);
      if (isZero(chunk, next * blockSize, count * blockSize) && baseIsZero(block + next, count)) {
        write(target, block, from, next);
        from = next + count;
      }
    }
    write(target, block, from, blocks);
  }

  private void write(ImageChannel target, long block, int from, int to) throws IOException {
    if (from < to) {
      var bytes = chunk.internalNioBuffer(from * blockSize, (to - from) * blockSize);
      target.writeFully(bytes, (block + from) * blockSize);
    }
  }

  private boolean baseIsZero(long block, int blocks) throws IOException {
    if (base.read(block, blocks, baseChunk, 0) < blocks) {
      throw base.lastFailure().orElseThrow();
    }
    return isZero(baseChunk, 0, blocks * blockSize);
  }

  private static boolean isZero(ByteBuf bytes, int index, int length) {
    return bytes.internalNioBuffer(index, length).equals(ZEROS.slice(0, length));
  }
}
