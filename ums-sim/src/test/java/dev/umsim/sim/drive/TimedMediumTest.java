package dev.umsim.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * When accesses end: a port of 300 ns, a byte a nanosecond for reads and half a byte for writes,
 * and 70 ns for a scattered write.
 */
class TimedMediumTest {
  private final Timeline timeline = new Timeline();
  private final BlockAccessPool pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, 8192);
  private final MemoryMedium memory = new MemoryMedium(512, 10_000);
  private TimedMedium medium = timed(new FlashDrive(1_000_000_000));

  private TimedMedium timed(Drive drive) {
    var port = new StoragePort(300, 1_000_000_000, 500_000_000, 70, true);
    return timed(memory, port, drive);
  }

  private TimedMedium timed(Medium below, StoragePort port, Drive drive) {
    var closed = TimeLedger.closed(timeline);
    var driver = new StorageDriver(port, drive, Sleep.NEVER, timeline, closed);
    return new TimedMedium(below, driver, timeline, closed);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private interface Step {
    void on(BlockAccess access);
  }

  /** How many nanoseconds an access takes. */
  private long nanosOf(Step step, long block, int blocks, long toFollow) {
    var access = pool.take().prepare(block, blocks, false).followedBy(toFollow);
    long begin = timeline.nowNanos();
    step.on(access);
    while (!access.finished()) {
      assertThat(timeline.stepUntil(Long.MAX_VALUE)).isTrue();
    }
    assertThat(access.failed()).isFalse();
    pool.giveBack(access);
    return timeline.nowNanos() - begin;
  }

  private long read(long block, int blocks, long toFollow) {
    return nanosOf(medium::read, block, blocks, toFollow);
  }

  private long write(long block, int blocks, long toFollow) {
    return nanosOf(medium::write, block, blocks, toFollow);
  }

  @Test
  void aReadTakesThePortsLatencyAndItsBytes() {
    assertThat(read(0, 1, 0)).isEqualTo(300 + 512);
    assertThat(read(1, 4, 0)).isEqualTo(300 + 2048);
  }

  @Test
  void aCommandPaysItsLatencyOnceAndReadsAheadOfItsHost() {
    assertThat(read(0, 1, 3)).isEqualTo(300 + 512);
    assertThat(read(1, 1, 2)).isEqualTo(512);
    // Somebody is slow to fetch it: what follows is there by then.
    timeline.passUntil(timeline.nowNanos() + 600);
    assertThat(read(2, 1, 1)).isZero();
    assertThat(read(3, 1, 0)).isEqualTo(512 - (600 - 512));
    // That was the last; the next is a command of its own.
    assertThat(read(4, 1, 0)).isEqualTo(300 + 512);
  }

  @Test
  void aCommandThatWasGivenUpIsNotGoneOnWith() {
    assertThat(read(0, 1, 3)).isEqualTo(300 + 512);
    assertThat(read(100, 1, 0)).isEqualTo(300 + 512);
    assertThat(write(101, 1, 0)).isEqualTo(300 + 70 + 1024);
  }

  @Test
  void theNextPieceOfAWriteIsTakenWhileThisOneIsOnItsWay() {
    // Taken as soon as the driver has set out.
    assertThat(write(0, 1, 2)).isEqualTo(300 + 70);
    // The second has to wait until the first has gone, the last until it has gone itself.
    assertThat(write(1, 1, 1)).isEqualTo(1024);
    assertThat(write(2, 1, 0)).isEqualTo(1024 + 1024);
    // It goes on where the last one ended, and is scattered no more.
    assertThat(write(3, 1, 0)).isEqualTo(300 + 1024);
    assertThat(write(3, 1, 0)).isEqualTo(300 + 70 + 1024);
  }

  @Test
  void theSlowerOfPortAndDriveCounts() {
    medium = timed(new FlashDrive(250_000_000));
    assertThat(read(0, 1, 0)).isEqualTo(300 + 2048);
    assertThat(write(9, 1, 0)).isEqualTo(300 + 70 + 2048);
  }

  @Test
  void aDiskTurnsForWhatHasToBeDurable() {
    medium = timed(new DiskDrive(new DiskDrive.Mechanics(1_000_000_000, 10_000, 0, 1 << 30, 4)));
    // Kept for later.
    assertThat(write(100, 1, 0)).isEqualTo(300 + 70 + 1024);
    var access = pool.take().prepare(200, 1, true);
    long begin = timeline.nowNanos();
    medium.write(access);
    while (!access.finished()) {
      timeline.stepUntil(Long.MAX_VALUE);
    }
    pool.giveBack(access);
    assertThat(timeline.nowNanos() - begin).isEqualTo(300 + 70 + 1024 + 10_000);
    // The first write was done long before.
    assertThat(nanosOf(medium::synchronize, 0, 0, 0)).isZero();
    write(300, 1, 0);
    assertThat(nanosOf(medium::synchronize, 0, 0, 0)).isEqualTo(5000);
  }

  @Test
  void theBytesAreThoseOfTheMediumBehindIt() {
    var access = pool.take().prepare(7, 1, false);
    access.memory().setLong(0, 0x0123_4567_89ab_cdefL);
    medium.write(access);
    while (!access.finished()) {
      timeline.stepUntil(Long.MAX_VALUE);
    }
    access.memory().setLong(0, 0);
    medium.read(access.prepare(7, 1, false));
    while (!access.finished()) {
      timeline.stepUntil(Long.MAX_VALUE);
    }
    assertThat(access.data().getLong(access.dataIndex())).isEqualTo(0x0123_4567_89ab_cdefL);
    pool.giveBack(access);
  }

  @Test
  void aBadBlockTakesItsTimeAsWell() {
    var faulty = new FaultyMedium(memory);
    faulty.failReads(3);
    var port = new StoragePort(300, 1_000_000_000, 1_000_000_000, 0, false);
    var timed = timed(faulty, port, new FlashDrive(1_000_000_000));
    var access = pool.take().prepare(2, 4, false);
    timed.read(access);
    assertThat(access.finished()).isFalse();
    while (!access.finished()) {
      timeline.stepUntil(Long.MAX_VALUE);
    }
    assertThat(access.failed()).isTrue();
    assertThat(access.failedBlock()).isEqualTo(3);
    assertThat(timeline.nowNanos()).isEqualTo(300 + 2048);
    pool.giveBack(access);
  }
}
