package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class CopyTimesTest {
  private static final long MILLI = 1_000_000;

  private final CopyTimes times = new CopyTimes();

  /** Of 1 to 1000 ms, so that each share of the commands is its own answer. */
  @Test
  void latencyIsToldToThreeDigits() {
    for (int i = 1; i <= 1000; i++) {
      times.add(5 * MILLI, (5 + i) * MILLI, 1);
    }
    var latency = times.latency();
    assertThat(latency.medianNanos()).isCloseTo(500 * MILLI, within(MILLI));
    assertThat(latency.p90Nanos()).isCloseTo(900 * MILLI, within(MILLI));
    assertThat(latency.p99Nanos()).isCloseTo(990 * MILLI, within(MILLI));
    assertThat(latency.p999Nanos()).isCloseTo(999 * MILLI, within(MILLI));
    assertThat(latency.maxNanos()).isCloseTo(1000 * MILLI, within(MILLI));
  }

  @Test
  void aCommandThatHangsForDaysIsOneOfAnHour() {
    times.add(0, 100L * 3600 * 1000 * MILLI, 1);
    assertThat(times.latency().maxNanos())
        .isCloseTo(3600 * 1000 * MILLI, within(3600 * 1000 * MILLI / 1000));
  }

  @Test
  void bytesBelongToTheIntervalInWhichTheirCommandEnded() {
    times.add(0, 99 * MILLI, 1);
    times.add(99 * MILLI, 100 * MILLI, 20);
    times.add(100 * MILLI, 340 * MILLI, 300);
    var throughput = times.throughput(350 * MILLI);
    assertThat(throughput.intervalNanos()).isEqualTo(100 * MILLI);
    assertThat(throughput.bytes()).containsExactly(1L, 20L, 0L, 300L);
    assertThat(throughput.lastNanos()).isEqualTo(50 * MILLI);
  }

  @Test
  void aCommandThatEndsWithAnIntervalAndTheCopyIsNotLost() {
    times.add(0, 200 * MILLI, 7);
    var throughput = times.throughput(200 * MILLI);
    assertThat(throughput.bytes()).containsExactly(0L, 7L);
    assertThat(throughput.lastNanos()).isEqualTo(100 * MILLI);
  }

  /** A minute is 600 tenths of a second; an hour has intervals of 6.4 s. */
  @Test
  void longCopiesHaveLongerIntervals() {
    for (int second = 1; second <= 3600; second++) {
      times.add(0, second * 1000 * MILLI - 1, 10);
    }
    var throughput = times.throughput(3600 * 1000 * MILLI);
    assertThat(throughput.intervalNanos()).isEqualTo(6400 * MILLI);
    assertThat(throughput.bytes()).hasSize(563);
    assertThat(throughput.bytes().stream().mapToLong(Long::longValue).sum()).isEqualTo(36_000);
    assertThat(throughput.bytes().subList(0, 562)).allMatch(each -> each == 60 || each == 70);
    assertThat(throughput.lastNanos()).isEqualTo(3600 * 1000 * MILLI - 562 * 6400 * MILLI);
  }

  @Test
  void whatFollowsTheCommandsIsPartOfTheCopy() {
    times.add(0, 10 * MILLI, 5);
    assertThat(times.throughput(90_000 * MILLI).bytes())
        .hasSize(450)
        .startsWith(5L)
        .endsWith(Collections.nCopies(449, 0L).toArray(Long[]::new));
  }

  @Test
  void aCopyWithoutTimeHasOneInterval() {
    assertThat(times.throughput(0).bytes()).containsExactly(0L);
  }
}
