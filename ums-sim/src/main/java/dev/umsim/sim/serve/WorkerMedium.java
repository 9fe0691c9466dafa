package dev.umsim.sim.serve;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A medium that works on a thread of its own and tells on the loop of its user what came of it: a
 * file that is slow then holds up no other device.
 *
 * <p>The thread is never interrupted, which would close the file that it waits for. Size and write
 * protection of the medium within must not change.
 */
public final class WorkerMedium implements Medium, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerMedium.class);
  private static final long PATIENCE_SECONDS = 30;

  private final Medium inner;
  private final Executor loop;
  private final ExecutorService worker;

  /**
   * @param inner used by the worker alone from now on; not closed by this medium
   * @param loop runs what follows the end of an access
   */
  public WorkerMedium(Medium inner, Executor loop) {
    this.inner = inner;
    this.loop = loop;
    worker =
        Executors.newSingleThreadExecutor(
            task -> {
              var thread = new Thread(task, "ums-medium");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public int blockSize() {
    return inner.blockSize();
  }

  @Override
  public long blockCount() {
    return inner.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return inner.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    hand(access, inner::read);
  }

  @Override
  public void write(BlockAccess access) {
    hand(access, inner::write);
  }

  @Override
  public void synchronize(BlockAccess access) {
    hand(access, inner::synchronize);
  }

  @Override
  public boolean thin() {
    return inner.thin();
  }

  @Override
  public void deallocate(BlockAccess access) {
    hand(access, inner::deallocate);
  }

  private void hand(BlockAccess access, Consumer<BlockAccess> work) {
    var own = BlockAccess.over(access);
    worker.execute(() -> carryOut(work, own, access));
  }

  private void carryOut(Consumer<BlockAccess> work, BlockAccess own, BlockAccess access) {
    try {
      work.accept(own);
    } catch (RuntimeException e) {
      // Nobody would ever be told; what is left is a failed access.
      LOG.error("a medium broke", e);
      if (!own.finished()) {
        own.fail(own.firstBlock());
      }
    }
    if (own.finished()) {
      loop.execute(() -> end(own, access));
    } else {
      own.whenFinished(() -> loop.execute(() -> end(own, access)));
    }
  }

  private static void end(BlockAccess own, BlockAccess access) {
    if (!own.failed()) {
      access.lend(own.data(), own.dataIndex());
    }
    access.endAs(own);
  }

  /** Waits for what is under way, and ends the thread; not to be called on the loop. */
  @Override
  public void close() {
    worker.shutdown();
    boolean ended = false;
    while (!ended) {
      try {
        ended = worker.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
