package dev.umsim.bench.guest;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A disk with a write cache that a power cut empties: an image holds only what was synchronized, or
 * written with FUA. Everything else is in memory, and lost when the power goes.
 */
final class PowerCutMedium implements Medium, AutoCloseable {
  private final int blockSize;
  private final long blockCount;
  private final RandomAccessFile image;
  private final Map<Long, byte[]> cache = new TreeMap<>();
  private boolean powered = true;

  PowerCutMedium(Path image, int blockSize) throws IOException {
    this.image = new RandomAccessFile(image.toFile(), "rw");
    this.blockSize = blockSize;
    blockCount = this.image.length() / blockSize;
  }

  /** The power goes; returns how many blocks are lost. Until it is back every access fails. */
  synchronized int cutPower() {
    int lost = cache.size();
    cache.clear();
    powered = false;
    return lost;
  }

  synchronized void restorePower() {
    powered = true;
  }

  @Override
  public int blockSize() {
    return blockSize;
  }

  @Override
  public long blockCount() {
    return blockCount;
  }

  @Override
  public boolean writeProtected() {
    return false;
  }

  /** One block of an access. */
  @FunctionalInterface
  private interface BlockWork {
    void at(long block, ByteBuf memory, int index) throws IOException;
  }

  private void forEachBlock(BlockAccess access, BlockWork work) {
    if (!powered) {
      access.fail(access.firstBlock());
      return;
    }
    try {
      for (int i = 0; i < access.blockCount(); i++) {
        work.at(access.firstBlock() + i, access.memory(), i * blockSize);
      }
      access.succeed();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void read(BlockAccess access) {
    forEachBlock(access, this::readBlock);
  }

  private void readBlock(long block, ByteBuf memory, int index) throws IOException {
    var content = cache.get(block);
    if (content == null) {
      content = new byte[blockSize];
      image.seek(block * blockSize);
      image.readFully(content);
    }
    memory.setBytes(index, content);
  }

  @Override
  public synchronized void write(BlockAccess access) {
    forEachBlock(access, access.forceUnitAccess() ? this::writeThrough : this::writeToCache);
  }

  private void writeToCache(long block, ByteBuf memory, int index) {
    var content = new byte[blockSize];
    memory.getBytes(index, content);
    cache.put(block, content);
  }

  private void writeThrough(long block, ByteBuf memory, int index) throws IOException {
    writeToCache(block, memory, index);
    makeDurable(block, cache.remove(block));
  }

  private void makeDurable(long block, byte[] content) throws IOException {
    image.seek(block * blockSize);
    image.write(content);
  }

  @Override
  public synchronized void synchronize(BlockAccess access) {
    if (!powered) {
      access.fail(access.firstBlock());
      return;
    }
    try {
      for (var block : cache.entrySet()) {
        makeDurable(block.getKey(), block.getValue());
      }
      cache.clear();
      access.succeed();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    image.close();
  }
}
