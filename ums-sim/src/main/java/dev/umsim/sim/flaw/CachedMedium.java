package dev.umsim.sim.flaw;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A medium behind a volatile write cache (SBC-3, section 4.15): what is written stays in the cache
 * until it is synchronized, until the write asks for it, or until newer blocks need its room.
 *
 * <p>At a power cut all that is in the cache is lost, and nothing else.
 */
public final class CachedMedium extends FlawedMedium implements PowerCut {
  private final int capacityBlocks;

  /** What is not on the medium yet, the oldest first. */
  private final Map<Long, ByteBuf> cache = new LinkedHashMap<>();

  /**
   * @param capacityBlocks how much the cache holds, at least 1
   */
  public CachedMedium(Medium inner, int capacityBlocks) {
    super(inner);
    if (capacityBlocks < 1) {
      throw new IllegalArgumentException("a cache holds at least 1 block, not " + capacityBlocks);
    }
    this.capacityBlocks = capacityBlocks;
  }

  @Override
  boolean readBlock(BlockAccess access, int number) {
    var cached = cache.get(access.firstBlock() + number);
    if (cached == null) {
      return super.readBlock(access, number);
    }
    access.memory().setBytes(number * blockSize(), cached, 0, blockSize());
    return true;
  }

  @Override
  boolean writeBlock(BlockAccess access, int number) {
    long block = access.firstBlock() + number;
    if (access.forceUnitAccess()) {
      cache.remove(block);
      return super.writeBlock(access, number);
    }
    // The youngest one from now on.
    cache.remove(block);
    var copy = Unpooled.buffer(blockSize());
    copy.writeBytes(access.memory(), number * blockSize(), blockSize());
    cache.put(block, copy);
    return cache.size() <= capacityBlocks || writeOldest();
  }

  private boolean writeOldest() {
    var oldest = cache.entrySet().iterator().next();
    cache.remove(oldest.getKey());
    return blocks().write(oldest.getKey(), oldest.getValue(), 0, false);
  }

  @Override
  public void synchronize(BlockAccess access) {
    while (!cache.isEmpty()) {
      long block = cache.keySet().iterator().next();
      if (!writeOldest()) {
        access.fail(block, 0);
        return;
      }
    }
    inner().synchronize(access);
  }

  @Override
  public void cutPower() {
    cache.clear();
  }
}
