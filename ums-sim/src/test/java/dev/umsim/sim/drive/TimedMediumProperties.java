package dev.umsim.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is asked of a medium that takes its time, and whatever was said to follow. */
class TimedMediumProperties {
  private static final int BLOCK_BYTES = 512;
  private static final int BLOCKS = 64;
  private static final int BLOCKS_MAX = 8;

  private enum Kind {
    READ,
    WRITE,
    SYNCHRONIZE
  }

  /**
   * An access.
   *
   * @param pauseNanos how long nothing is asked before it
   * @param givenUp whether the next one is asked for before this one has ended, as after a reset
   */
  private record Step(
      Kind kind,
      int block,
      int count,
      int toFollow,
      boolean forced,
      int pauseNanos,
      boolean givenUp) {
    int firstByte() {
      return block * BLOCK_BYTES;
    }

    int bytes() {
      return count * BLOCK_BYTES;
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(Kind.class),
            // Few places, so that accesses go on where others have ended.
            Arbitraries.integers().between(0, 13).map(place -> place * 4),
            Arbitraries.integers().between(1, BLOCKS_MAX),
            Arbitraries.of(0, 0, 1, 4, 1000),
            Arbitraries.of(true, false),
            Arbitraries.of(0, 1, 5_000, 100_000),
            Arbitraries.of(true, false, false))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30);
  }

  @Provide
  Arbitrary<Drive> drives() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1_000_000, 1_000_000_000).map(FlashDrive::new),
        Combinators.combine(
                Arbitraries.longs().between(1_000_000, 1_000_000_000),
                Arbitraries.longs().between(1, 100_000),
                Arbitraries.longs().between(0, 100_000),
                Arbitraries.longs().between(0, 40_000),
                Arbitraries.integers().between(1, 5))
            .as(DiskDrive.Mechanics::new)
            .map(DiskDrive::new));
  }

  /** An access refuses to end twice: one that has ended has ended once. */
  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void everyAccessEndsOnceAndTheTimeAddsUp(
      @ForAll("steps") List<Step> steps, @ForAll("drives") Drive drive) {
    var timeline = new Timeline();
    var ledger = TimeLedger.of(timeline);
    var memory = new MemoryMedium(BLOCK_BYTES, BLOCKS);
    var port = new StoragePort(700, 30_000_000, 20_000_000, 90, true);
    var medium =
        new TimedMedium(
            memory,
            new StorageDriver(port, drive, Sleep.NEVER, timeline, ledger),
            timeline,
            ledger);
    var accesses = new BlockAccess[steps.size()];
    var expected = new byte[BLOCKS * BLOCK_BYTES];
    try (var pool =
        new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, BLOCKS_MAX * BLOCK_BYTES)) {
      for (int index = 0; index < accesses.length; index++) {
        var step = steps.get(index);
        pass(timeline, step.pauseNanos());
        var access = pool.take().prepare(step.block(), step.count(), step.forced());
        accesses[index] = access.followedBy(step.toFollow());
        long begin = timeline.nowNanos();
        begin(medium, step, access, (byte) (index + 1), expected);
        while (!step.givenUp() && !access.finished()) {
          assertThat(timeline.stepUntil(Long.MAX_VALUE)).as("it ends some day").isTrue();
        }
        assertThat(timeline.nowNanos()).isGreaterThanOrEqualTo(begin);
        if (step.kind() == Kind.READ && access.finished()) {
          assertThat(bytes(access, step))
              .isEqualTo(
                  Arrays.copyOfRange(expected, step.firstByte(), step.firstByte() + step.bytes()));
        }
      }
      while (timeline.stepUntil(Long.MAX_VALUE)) {}
      assertThat(accesses).allMatch(BlockAccess::finished).noneMatch(BlockAccess::failed);
      Arrays.asList(accesses).forEach(pool::giveBack);
    }
    assertThat(ledger.nanos().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(timeline.nowNanos());
    assertThat(whole(memory)).isEqualTo(expected);
  }

  private static void pass(Timeline timeline, long nanos) {
    long until = timeline.nowNanos() + nanos;
    while (timeline.stepUntil(until)) {}
    timeline.passUntil(until);
  }

  private static void begin(
      TimedMedium medium, Step step, BlockAccess access, byte content, byte[] expected) {
    switch (step.kind()) {
      case READ -> medium.read(access);
      case WRITE -> {
        Arrays.fill(expected, step.firstByte(), step.firstByte() + step.bytes(), content);
        access.memory().setBytes(0, expected, step.firstByte(), step.bytes());
        medium.write(access);
      }
      case SYNCHRONIZE -> medium.synchronize(access);
    }
  }

  private static byte[] bytes(BlockAccess access, Step step) {
    var bytes = new byte[step.bytes()];
    access.data().getBytes(access.dataIndex(), bytes);
    return bytes;
  }

  private static byte[] whole(MemoryMedium memory) {
    var bytes = new byte[BLOCKS * BLOCK_BYTES];
    try (var pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, bytes.length)) {
      var access = pool.take().prepare(0, BLOCKS, false);
      memory.read(access);
      Unpooled.wrappedBuffer(bytes).setBytes(0, access.data(), access.dataIndex(), bytes.length);
      pool.giveBack(access);
    }
    return bytes;
  }
}
