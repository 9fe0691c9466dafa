package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * Equal blocks in an open file, moved between the file and memory without a copy in between.
 *
 * <p>A failure is no exception: what counts for a medium is how many whole blocks went well before
 * it. The cause is kept for whoever wants to tell it.
 */
final class BlockFile {
  private final ImageChannel channel;
  private final int blockSize;
  private final long start;

  @SuppressWarnings("NullAway.Init")
  private volatile IOException lastFailure;

  /**
   * @param start position of block 0 in bytes
   */
  BlockFile(ImageChannel channel, int blockSize, long start) {
    this.channel = channel;
    this.blockSize = blockSize;
    this.start = start;
  }

  /**
   * Reads blocks into memory from {@code index} on and returns how many of them, counted from the
   * first, were read: fewer than asked for means that the next one failed.
   */
  int read(long block, int blocks, ByteBuf into, int index) {
    var window = into.internalNioBuffer(index, Math.multiplyExact(blocks, blockSize));
    long position = start + block * blockSize;
    int done = 0;
    try {
      while (window.hasRemaining()) {
        int count = channel.read(window, position + done);
        if (count < 0) {
          throw new EOFException("the file ends at byte " + (position + done));
        }
        done += count;
      }
    } catch (IOException e) {
      lastFailure = e;
    }
    return done / blockSize;
  }

  /** Writes blocks from memory from {@code index} on and returns how many went well, as above. */
  int write(long block, int blocks, ByteBuf from, int index) {
    var window = from.internalNioBuffer(index, Math.multiplyExact(blocks, blockSize));
    long position = start + block * blockSize;
    int done = 0;
    try {
      while (window.hasRemaining()) {
        done += channel.write(window, position + done);
      }
    } catch (IOException e) {
      lastFailure = e;
    }
    return done / blockSize;
  }

  /** Keeps a failure that was met outside of {@link #read} and {@link #write}. */
  void failed(IOException failure) {
    lastFailure = failure;
  }

  /** Why an access failed last. */
  Optional<IOException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** Ends an access of which so many blocks, counted from the first, went well. */
  static void end(BlockAccess access, int goodBlocks) {
    if (goodBlocks == access.blockCount()) {
      access.succeed();
    } else {
      access.fail(access.firstBlock() + goodBlocks);
    }
  }
}
