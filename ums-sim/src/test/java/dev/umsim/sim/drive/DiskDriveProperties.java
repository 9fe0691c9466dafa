package dev.umsim.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a disk says of any reads and writes that follow each other in time. */
class DiskDriveProperties {
  private static final long ROTATION_NANOS = 1000;
  private static final long SEEK_NANOS = 300;
  private static final int SLOTS = 3;

  /** Asked for so long after the last one was over. */
  private record Step(boolean write, boolean cached, int block, int blocks, int pauseNanos) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 40),
            Arbitraries.integers().between(1, 8),
            Arbitraries.of(0, 0, 1, 700, 5000))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void noMomentLiesBeforeItsQuestionOrFartherThanTheDiskTurns(@ForAll("steps") List<Step> steps) {
    var disk =
        new DiskDrive(
            new DiskDrive.Mechanics(1_000_000_000, ROTATION_NANOS, SEEK_NANOS, 10_000, SLOTS));
    long now = 0;
    long durable = 0;
    for (var step : steps) {
      now += step.pauseNanos();
      long first = step.block() * 512L;
      long bytes = step.blocks() * 512L;
      long ends =
          step.write()
              ? disk.writeEnds(now, first, bytes, step.cached())
              : disk.readBegins(now, first, bytes, true);
      assertThat(ends).isGreaterThanOrEqualTo(now);
      // What has no slot waits for one write at most; all else costs a turn and a seek at most.
      assertThat(ends - now).isLessThanOrEqualTo(ROTATION_NANOS + SEEK_NANOS);
      now = ends;
      long synchronizedNanos = disk.synchronizeEnds(now);
      assertThat(synchronizedNanos).isGreaterThanOrEqualTo(Math.max(now, durable));
      // No more is kept for later than there are slots.
      assertThat(synchronizedNanos - now)
          .isLessThanOrEqualTo(SLOTS * (ROTATION_NANOS / 2 + SEEK_NANOS));
      durable = synchronizedNanos;
    }
  }
}
