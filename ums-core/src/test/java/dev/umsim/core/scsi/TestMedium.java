package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A medium of any size that does as a test tells it: it finishes when it shall, fails where it
 * shall, and notes what it was asked for.
 *
 * <p>At first each block holds {@link #pattern}. A breach of its contract is an error of the unit.
 */
final class TestMedium implements Medium {
  private final int blockSize;
  private final long blockCount;
  private final TreeMap<Long, byte[]> changed = new TreeMap<>(Long::compareUnsigned);
  private final Set<Long> given = new HashSet<>();
  private final Set<Long> bad = new HashSet<>();
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final List<String> log = new ArrayList<>();
  private boolean thin;
  private boolean writeProtected;
  private boolean delayed;
  private boolean failsToSynchronize;

  /**
   * @param blockCount unsigned
   */
  TestMedium(int blockSize, long blockCount) {
    this.blockSize = blockSize;
    this.blockCount = blockCount;
  }

  static TestMedium disk(long blockCount) {
    return new TestMedium(512, blockCount);
  }

  static TestMedium disc(long blockCount) {
    return new TestMedium(2048, blockCount);
  }

  /** It gives blocks back. */
  TestMedium asThin() {
    thin = true;
    return this;
  }

  TestMedium asWriteProtected() {
    writeProtected = true;
    return this;
  }

  /** Reads, writes and returns of this block fail from now on. */
  TestMedium withBadBlock(long block) {
    bad.add(block);
    return this;
  }

  TestMedium withFailingSynchronization() {
    failsToSynchronize = true;
    return this;
  }

  /** From now on accesses finish when {@link #finishOne} is called. */
  TestMedium delayed() {
    delayed = true;
    return this;
  }

  int waiting() {
    return waiting.size();
  }

  void finishOne() {
    waiting.remove().run();
  }

  /** What it was asked for, such as {@code write 3+2}, and forgets that. */
  List<String> takeLog() {
    var taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  /** What a block holds at first: the size of the medium and the number of the block, repeated. */
  byte[] pattern(long block) {
    var bytes = new byte[blockSize];
    for (int i = 0; i < blockSize; i++) {
      bytes[i] = (byte) ((block >>> 8 * (i % 8)) + 0x11 * (blockCount % 7) + i / 8);
    }
    return bytes;
  }

  byte[] block(long block) {
    return changed.getOrDefault(block, pattern(block));
  }

  /** The blocks that do not hold what they held at first. */
  Set<Long> changedBlocks() {
    var different = new HashSet<Long>();
    changed.forEach(
        (block, bytes) -> {
          if (!Arrays.equals(bytes, pattern(block))) {
            different.add(block);
          }
        });
    return different;
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
    return writeProtected;
  }

  @Override
  public boolean thin() {
    return thin;
  }

  @Override
  public Extent extentAt(long block) {
    requireInside(block, 1);
    boolean isGiven = given.contains(block);
    // The row ends at the next block of which the other holds.
    long end = block + 1;
    if (isGiven) {
      while (given.contains(end)) {
        end++;
      }
    } else {
      end =
          given.stream()
              .filter(each -> Long.compareUnsigned(each, block) > 0)
              .min(Long::compareUnsigned)
              .orElse(blockCount);
    }
    return new Extent(end - block, !isGiven);
  }

  @Override
  public void read(BlockAccess access) {
    begin("read", access, () -> move(access, this::readBlock));
  }

  @Override
  public void write(BlockAccess access) {
    if (writeProtected) {
      throw new IllegalArgumentException("the medium is write-protected");
    }
    begin(
        access.forceUnitAccess() ? "write durably" : "write",
        access,
        () -> move(access, this::writeBlock));
  }

  @Override
  public void deallocate(BlockAccess access) {
    if (!thin || writeProtected) {
      throw new IllegalArgumentException("the medium gives nothing back");
    }
    begin("deallocate", access, () -> move(access, this::giveBlock));
  }

  @Override
  public void synchronize(BlockAccess access) {
    log.add("synchronize");
    finish(failsToSynchronize ? () -> access.fail(0) : access::succeed);
  }

  private void readBlock(BlockAccess access, int index) {
    access.memory().setBytes(index * blockSize, block(access.firstBlock() + index));
  }

  private void writeBlock(BlockAccess access, int index) {
    var bytes = new byte[blockSize];
    access.memory().getBytes(index * blockSize, bytes);
    changed.put(access.firstBlock() + index, bytes);
    given.remove(access.firstBlock() + index);
  }

  private void giveBlock(BlockAccess access, int index) {
    changed.put(access.firstBlock() + index, new byte[blockSize]);
    given.add(access.firstBlock() + index);
  }

  private void begin(String what, BlockAccess access, Runnable finish) {
    requireInside(access.firstBlock(), access.blockCount());
    log.add(what + " " + Long.toHexString(access.firstBlock()) + "+" + access.blockCount());
    finish(finish);
  }

  private void requireInside(long first, long count) {
    if (count < 1 || !new BlockRange(first, count).within(blockCount)) {
      throw new IllegalArgumentException(count + " blocks from " + Long.toHexString(first));
    }
  }

  private void finish(Runnable action) {
    if (delayed) {
      waiting.add(action);
    } else {
      action.run();
    }
  }

  private void move(BlockAccess access, BlockMover mover) {
    for (int i = 0; i < access.blockCount(); i++) {
      if (bad.contains(access.firstBlock() + i)) {
        access.fail(access.firstBlock() + i);
        return;
      }
      mover.move(access, i);
    }
    access.succeed();
  }

  /** Moves one block of an access. */
  private interface BlockMover {
    void move(BlockAccess access, int index);
  }
}
