package dev.umsim.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A line through the times of commands. */
class CommandTimesTest {
  private final CommandTimes times = new CommandTimes();

  @Test
  void whatEachCommandAndEachByteTakes() {
    // 300 µs and 80 ns a byte.
    times.add(512, new long[] {340_960});
    times.add(4096, new long[] {627_680});
    times.add(65_536, new long[] {5_542_880});
    assertThat(times.nanosPerCommand()).isCloseTo(300_000, within(1.0));
    assertThat(times.nanosPerByte()).isCloseTo(80, within(0.001));
    assertThat(times.worstMiss()).isLessThan(1e-6);
  }

  @Test
  void aCommandThatWasHeldUpDoesNotCount() {
    times.add(512, new long[] {100, 900_000_000, 100, 100, 100});
    times.add(1024, new long[] {200, 200, 200, 200, 1});
    assertThat(times.sizes().get(0).medianNanos()).isEqualTo(100);
    assertThat(times.nanosPerByte()).isCloseTo(100.0 / 512, within(1e-9));
    assertThat(times.nanosPerCommand()).isCloseTo(0, within(1e-6));
  }

  @Test
  void ofAnEvenNumberTheMedianLiesBetweenTwo() {
    times.add(512, new long[] {4, 1, 3, 2});
    assertThat(times.sizes().get(0).medianNanos()).isEqualTo(2.5);
  }

  @Test
  void aByteTakesNoLessThanNothing() {
    times.add(512, new long[] {200});
    times.add(1024, new long[] {100});
    assertThat(times.nanosPerByte()).isZero();
    assertThat(times.nanosPerCommand()).isPositive();
  }

  @Test
  void oneSizeAloneSaysNothingOfBytes() {
    times.add(512, new long[] {200});
    assertThat(times.nanosPerByte()).isZero();
    assertThat(times.nanosPerCommand()).isEqualTo(200);
  }
}
