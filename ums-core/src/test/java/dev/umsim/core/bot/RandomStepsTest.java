package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A million random steps, legal and illegal, beside a small model of what has to hold. */
@Tag("timed")
class RandomStepsTest {
  private static final long STEPS = 1_000_000;
  private static final long WARM_UP_STEPS = 50_000;
  private static final long HEAP_BYTES = 1 << 20;

  @Test
  void aMillionStepsLeaveAWorkingDeviceAndNoMemory() {
    long seed = Long.getLong("seed", new Random().nextLong());
    var world = new RandomWorld(seed);
    try {
      world.run(WARM_UP_STEPS);
      long directBefore = PlatformDependent.usedDirectMemory();
      long heapBefore = heapAfterCollection();
      world.run(WARM_UP_STEPS + STEPS);
      assertThat(PlatformDependent.usedDirectMemory()).isEqualTo(directBefore);
      assertThat(heapAfterCollection() - heapBefore).isLessThan(HEAP_BYTES);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          String.format(
              "after %d steps, repeat with: mvn -pl ums-core test -Dtest=%s -Dseed=%d%n%s",
              world.steps(), getClass().getSimpleName(), seed, String.join("\n", world.notes())),
          e);
    }
    System.out.printf(
        "%d steps, %d commands, %d recoveries, seed %d%n",
        world.steps(), world.commands(), world.recoveries(), seed);
  }

  private static long heapAfterCollection() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
