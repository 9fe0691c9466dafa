package dev.umsim.core.testing;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A medium that does as a test tells it: it fails where it shall, finishes when it shall, and notes
 * what it was asked for.
 *
 * <p>At first block n holds {@link #pattern} of n.
 */
public final class ScriptedMedium implements Medium {
  private final int blockSize;
  private final byte[] content;
  private final Set<Long> unreadable = new HashSet<>();
  private final Set<Long> unwritable = new HashSet<>();
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final List<String> log = new ArrayList<>();
  private boolean writeProtected;
  private boolean lending;
  private boolean deferred;
  private boolean failingSynchronize;
  private boolean logging = true;

  /** A medium of so many blocks. */
  public ScriptedMedium(int blockSize, int blockCount) {
    this.blockSize = blockSize;
    content = new byte[blockSize * blockCount];
    for (int block = 0; block < blockCount; block++) {
      System.arraycopy(pattern(blockSize, block), 0, content, block * blockSize, blockSize);
    }
  }

  /** What a block holds at first: bytes that tell the block and the place in it. */
  public static byte[] pattern(int blockSize, long block) {
    var bytes = new byte[blockSize];
    for (int i = 0; i < blockSize; i++) {
      bytes[i] = (byte) (block * 31 + i * 7 + i / 256);
    }
    return bytes;
  }

  /** What several blocks hold at first. */
  public static byte[] patterns(int blockSize, long firstBlock, int blocks) {
    var bytes = new byte[blockSize * blocks];
    for (int i = 0; i < blocks; i++) {
      System.arraycopy(pattern(blockSize, firstBlock + i), 0, bytes, i * blockSize, blockSize);
    }
    return bytes;
  }

  public ScriptedMedium protectedFromWrites() {
    writeProtected = true;
    return this;
  }

  /** Whether it lends its own memory for reads. */
  public ScriptedMedium lending(boolean lending) {
    this.lending = lending;
    return this;
  }

  public ScriptedMedium unreadable(long block) {
    unreadable.add(block);
    return this;
  }

  public ScriptedMedium unwritable(long block) {
    unwritable.add(block);
    return this;
  }

  /** From now on what was bad is good. */
  public void repair() {
    unreadable.clear();
    unwritable.clear();
    failingSynchronize = false;
  }

  public void failSynchronize() {
    failingSynchronize = true;
  }

  /** It notes nothing, for long runs. */
  public ScriptedMedium silent() {
    logging = false;
    return this;
  }

  /** From now on accesses are finished by {@link #finishOne} alone, or at once. */
  public ScriptedMedium deferred(boolean deferred) {
    this.deferred = deferred;
    return this;
  }

  /** How many accesses wait to be finished. */
  public int waiting() {
    return waiting.size();
  }

  /** Finishes the access that has waited longest. */
  public void finishOne() {
    waiting.remove().run();
  }

  /** What was asked for since this was looked at last. */
  public List<String> log() {
    var taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  /** All bytes, those of the medium itself. */
  public byte[] content() {
    return content;
  }

  @Override
  public int blockSize() {
    return blockSize;
  }

  @Override
  public long blockCount() {
    return content.length / blockSize;
  }

  @Override
  public boolean writeProtected() {
    return writeProtected;
  }

  @Override
  public void read(BlockAccess access) {
    begin("read", access, () -> finishRead(access));
  }

  private void finishRead(BlockAccess access) {
    long good = goodBlocks(access, unreadable);
    int from = (int) access.firstBlock() * blockSize;
    int bytes = (int) (good * blockSize);
    if (lending) {
      access.lend(Unpooled.wrappedBuffer(content), from);
    } else {
      access.memory().setBytes(0, content, from, bytes);
    }
    end(access, good);
  }

  @Override
  public void write(BlockAccess access) {
    if (writeProtected) {
      throw new IllegalArgumentException("the medium is write protected");
    }
    begin(access.forceUnitAccess() ? "write durably" : "write", access, () -> finishWrite(access));
  }

  private void finishWrite(BlockAccess access) {
    long good = goodBlocks(access, unwritable);
    int to = (int) access.firstBlock() * blockSize;
    access.memory().getBytes(0, content, to, (int) (good * blockSize));
    end(access, good);
  }

  @Override
  public void synchronize(BlockAccess access) {
    Runnable finish = failingSynchronize ? () -> access.fail(0) : access::succeed;
    if (logging) {
      log.add("synchronize");
    }
    finish(finish);
  }

  private void begin(String what, BlockAccess access, Runnable finish) {
    long first = access.firstBlock();
    int blocks = access.blockCount();
    if (blocks < 1 || first < 0 || first > blockCount() - blocks) {
      throw new IllegalArgumentException(blocks + " blocks from " + first);
    }
    if (logging) {
      log.add(what + " " + first + " +" + blocks);
    }
    finish(finish);
  }

  private void finish(Runnable action) {
    if (deferred) {
      waiting.add(action);
    } else {
      action.run();
    }
  }

  private static long goodBlocks(BlockAccess access, Set<Long> bad) {
    long good = 0;
    while (good < access.blockCount() && !bad.contains(access.firstBlock() + good)) {
      good++;
    }
    return good;
  }

  private static void end(BlockAccess access, long good) {
    if (good == access.blockCount()) {
      access.succeed();
    } else {
      access.fail(access.firstBlock() + good);
    }
  }
}
