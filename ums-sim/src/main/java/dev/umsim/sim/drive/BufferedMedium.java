package dev.umsim.sim.drive;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.time.Activity;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A medium behind the buffers of a firmware: each access is one buffer and one command of the
 * storage driver, and the drive does one after the other.
 *
 * <p>While a buffer is on its way to the host, the drive fills the others with what the command is
 * going to ask for. Of a write, the next buffer can be received as soon as one is empty; the last
 * access of a command waits until all of it is written. The blocks move at once, and only the end
 * of an access takes its time.
 */
public final class BufferedMedium implements Medium {
  private static final long NOWHERE = -1;

  private final Medium medium;
  private final Buffering buffering;
  private final StorageDriver driver;
  private final Timeline timeline;
  private final TimeLedger ledger;

  /** The drive does something. */
  private boolean busy;

  private boolean turnAsked;

  // Reads: what the drive fetches, what it has fetched, and what is on its way to the host.
  private final ArrayDeque<Fetch> fetched = new ArrayDeque<>();
  private @Nullable Fetch fetching;
  private boolean sending;
  private long aheadBlock;
  private long endBlock = NOWHERE;
  private int fetchBlocks;
  private @Nullable Ending asked;

  // Writes that are not on the medium yet, in their order.
  private final ArrayDeque<Write> writes = new ArrayDeque<>();
  private final ArrayDeque<Write> waiting = new ArrayDeque<>();

  /**
   * Adds buffers and time to a medium that has none.
   *
   * @param ledger where the time is put down
   */
  public BufferedMedium(
      Medium medium,
      Buffering buffering,
      StorageDriver driver,
      Timeline timeline,
      TimeLedger ledger) {
    this.medium = medium;
    this.buffering = buffering;
    this.driver = driver;
    this.timeline = timeline;
    this.ledger = ledger;
  }

  /** An access that is to end as the medium below has ended it. */
  private record Ending(BlockAccess access, BlockAccess moved) {
    void now() {
      if (moved.failed()) {
        access.fail(moved.failedBlock());
      } else {
        access.succeed();
      }
    }
  }

  /** A buffer that is being filled, or is full. */
  private record Fetch(long block, int blocks) {}

  /** A buffer that is being emptied, or an order to empty the drive's own cache. */
  private static final class Write {
    private final Ending ending;
    private final boolean last;
    private final boolean synchronize;
    private boolean done;

    Write(Ending ending, boolean last, boolean synchronize) {
      this.ending = ending;
      this.last = last;
      this.synchronize = synchronize;
    }
  }

  @Override
  public int blockSize() {
    return medium.blockSize();
  }

  @Override
  public long blockCount() {
    return medium.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return medium.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.read(moved);
    requireFinished(moved);
    access.lend(moved.data(), moved.dataIndex());
    access.whenReleased(this::released);
    sending = false;
    long end = access.firstBlock() + access.blockCount();
    if (!isNext(access)) {
      dropReads();
      aheadBlock = access.firstBlock();
    } else if (requireNonNull(next()).blocks > access.blockCount()) {
      var kept = next();
      dropBehind(kept);
      aheadBlock = end;
    }
    endBlock = moved.failed() ? NOWHERE : end + access.blocksToFollow();
    fetchBlocks = access.blockCount();
    asked = new Ending(access, moved);
    if (!fetched.isEmpty()) {
      deliver();
    }
    askForTurn();
  }

  private @Nullable Fetch next() {
    return fetched.isEmpty() ? fetching : fetched.peek();
  }

  private boolean isNext(BlockAccess access) {
    var next = next();
    return next != null && next.block == access.firstBlock() && next.blocks >= access.blockCount();
  }

  private void dropReads() {
    fetched.clear();
    // The drive ends what it has begun, but nobody will want it.
    fetching = null;
    var givenUp = asked;
    asked = null;
    if (givenUp != null) {
      givenUp.now();
    }
  }

  private void dropBehind(Fetch kept) {
    if (kept == fetching) {
      return;
    }
    fetched.clear();
    fetched.add(kept);
    fetching = null;
  }

  private void deliver() {
    fetched.poll();
    sending = true;
    var ending = asked;
    asked = null;
    requireNonNull(ending).now();
  }

  /** The command is done with the last buffer, or is given up. */
  private void released() {
    sending = false;
    if (aheadBlock < endBlock) {
      endBlock = NOWHERE;
    }
    askForTurn();
  }

  @Override
  public void write(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.write(moved);
    requireFinished(moved);
    endReads();
    boolean last = access.blocksToFollow() == 0 || moved.failed();
    add(new Write(new Ending(access, moved), last, false));
  }

  @Override
  public void synchronize(BlockAccess access) {
    var moved = BlockAccess.over(access);
    medium.synchronize(moved);
    requireFinished(moved);
    add(new Write(new Ending(access, moved), true, true));
  }

  private void endReads() {
    dropReads();
    sending = false;
    endBlock = NOWHERE;
  }

  private void add(Write write) {
    writes.add(write);
    waiting.add(write);
    endWaiting();
    askForTurn();
  }

  /** Lets go what has a free buffer behind it, or is written. */
  private void endWaiting() {
    while (!waiting.isEmpty()) {
      var first = waiting.peek();
      if (!(first.last ? first.done : writes.size() < buffering.buffers())) {
        return;
      }
      waiting.poll();
      first.ending.now();
    }
  }

  /** The drive's turn comes when the firmware has done what it does about this moment. */
  private void askForTurn() {
    if (!turnAsked && !busy) {
      turnAsked = true;
      timeline.at(timeline.nowNanos(), this::turn);
    }
  }

  private void turn() {
    turnAsked = false;
    if (busy || writes.isEmpty() && !canFetch()) {
      return;
    }
    long now = timeline.nowNanos();
    long free = buffering.copier().map(each -> each.freeNanos()).orElse(now);
    if (free > now) {
      turnAsked = true;
      timeline.at(free, this::turn);
      return;
    }
    busy = true;
    long ends = writes.isEmpty() ? fetch() : empty(writes.peek());
    driver.busyUntil(ends);
    buffering.copier().ifPresent(each -> each.copiesUntil(ends));
  }

  private boolean canFetch() {
    int used = fetched.size() + (sending ? 1 : 0);
    boolean wanted =
        aheadBlock < endBlock
            || buffering.prefetchBytes() > 0
                && aheadBlock == endBlock
                && Long.compareUnsigned(aheadBlock, blockCount()) < 0;
    return wanted && used < buffering.buffers();
  }

  private long fetch() {
    boolean beyond = aheadBlock == endBlock;
    long limit = beyond ? blockCount() - aheadBlock : endBlock - aheadBlock;
    int most = beyond ? Math.max(1, buffering.prefetchBytes() / blockSize()) : fetchBlocks;
    var fetch = new Fetch(aheadBlock, (int) Math.min(limit, most));
    fetching = fetch;
    aheadBlock += fetch.blocks;
    long bytes = byteOf(fetch.blocks);
    long begins = driver.readBegins(byteOf(fetch.block), bytes);
    long ends = begins + driver.readNanos(bytes);
    ledger.span(Activity.PORT, begins, ends);
    timeline.at(ends, () -> fetchEnds(fetch));
    return ends;
  }

  private void fetchEnds(Fetch fetch) {
    busy = false;
    if (fetch == fetching) {
      fetching = null;
      fetched.add(fetch);
      if (asked != null) {
        deliver();
      }
    }
    askForTurn();
  }

  private long empty(Write write) {
    long ends = write.synchronize ? driver.synchronizeEnds() : written(write.ending.access);
    timeline.at(ends, () -> emptied(write));
    return ends;
  }

  private long written(BlockAccess access) {
    long first = byteOf(access.firstBlock());
    long bytes = byteOf(access.blockCount());
    long begins = driver.writeBegins(first);
    long moved = begins + driver.writeNanos(bytes);
    ledger.span(Activity.PORT, begins, moved);
    return driver.writeEnds(moved, first, bytes, access.forceUnitAccess());
  }

  private void emptied(Write write) {
    busy = false;
    write.done = true;
    writes.poll();
    endWaiting();
    askForTurn();
  }

  @Override
  public boolean thin() {
    return medium.thin();
  }

  /** Takes no time of its own. */
  @Override
  public void deallocate(BlockAccess access) {
    medium.deallocate(access);
  }

  @Override
  public Extent extentAt(long block) {
    return medium.extentAt(block);
  }

  private static void requireFinished(BlockAccess access) {
    if (!access.finished()) {
      throw new IllegalStateException("a medium that has time of its own is given more");
    }
  }

  private long byteOf(long blocks) {
    return blocks * blockSize();
  }
}
