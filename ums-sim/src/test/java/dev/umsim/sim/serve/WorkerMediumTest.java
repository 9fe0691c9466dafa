package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.medium.FaultyMedium;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Media on threads of their own. The test is the loop. */
@Timeout(30)
class WorkerMediumTest {
  private final LinkedBlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
  private final Executor onLoop = loop::add;
  private final BlockAccessPool pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, 4096);

  @AfterEach
  void close() {
    pool.close();
  }

  private void runLoopUntilFinished(BlockAccess access) throws InterruptedException {
    while (!access.finished()) {
      var next = loop.poll(10, TimeUnit.SECONDS);
      assertThat(next).as("something for the loop").isNotNull();
      next.run();
    }
  }

  @Test
  void writesAndReadsAndTellsOnTheLoop() throws Exception {
    try (var medium = new WorkerMedium(new MemoryMedium(512, 64), onLoop)) {
      var access = pool.take().prepare(3, 2, false);
      access.memory().setLong(0, 0x1122_3344_5566_7788L);
      medium.write(access);
      assertThat(access.finished()).isFalse();
      runLoopUntilFinished(access);
      access.memory().setLong(0, 0);
      medium.read(access.prepare(3, 2, false));
      var told = new boolean[1];
      access.whenFinished(() -> told[0] = true);
      runLoopUntilFinished(access);
      assertThat(told[0]).isTrue();
      assertThat(access.data().getLong(access.dataIndex())).isEqualTo(0x1122_3344_5566_7788L);
      pool.giveBack(access);
    }
  }

  @Test
  void failsWhereTheMediumWithinFails() throws Exception {
    var faulty = new FaultyMedium(new MemoryMedium(512, 64));
    try (var medium = new WorkerMedium(faulty, onLoop)) {
      faulty.failReads(5);
      var access = pool.take().prepare(3, 4, false);
      medium.read(access);
      runLoopUntilFinished(access);
      assertThat(access.failed()).isTrue();
      assertThat(access.failedBlock()).isEqualTo(5);
      pool.giveBack(access);
    }
  }

  @Test
  void aSlowMediumHoldsUpNoOther() throws Exception {
    var goOn = new CountDownLatch(1);
    var inner = new MemoryMedium(512, 64);
    try (var slow = new WorkerMedium(new BlockedMedium(inner, goOn), onLoop);
        var quick = new WorkerMedium(new MemoryMedium(512, 64), onLoop)) {
      var first = pool.take().prepare(0, 0, false);
      var second = pool.take().prepare(0, 0, false);
      slow.synchronize(first);
      quick.synchronize(second);
      runLoopUntilFinished(second);
      assertThat(first.finished()).isFalse();
      goOn.countDown();
      runLoopUntilFinished(first);
      pool.giveBack(first);
      pool.giveBack(second);
    }
  }

  /** A medium that is broken by its own program fails, and does not leave its user waiting. */
  @Test
  void tellsOfAMediumThatThrows() throws Exception {
    try (var medium = new WorkerMedium(new MemoryMedium(512, 64), onLoop)) {
      var access = pool.take().prepare(64, 1, false);
      medium.read(access);
      runLoopUntilFinished(access);
      assertThat(access.failed()).isTrue();
      pool.giveBack(access);
    }
  }

  private record BlockedMedium(Medium inner, CountDownLatch goOn) implements Medium {
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
      return false;
    }

    @Override
    public void read(BlockAccess access) {
      inner.read(access);
    }

    @Override
    public void write(BlockAccess access) {
      inner.write(access);
    }

    @Override
    public void synchronize(BlockAccess access) {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      inner.synchronize(access);
    }
  }
}
