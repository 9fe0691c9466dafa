package dev.umsim.sim.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

/** Draws stay in their bounds, around their mean, and follow from their seed. */
class JitterProperties {
  @Property
  void aDrawLiesWithinItsShareAndFollowsFromItsSeed(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 1) double share,
      @ForAll @LongRange(min = 0, max = 1_000_000_000) long nanos) {
    var first = new Jitter(seed, share);
    var second = new Jitter(seed, share);
    for (int draw = 0; draw < 10; draw++) {
      long drawn = first.around(nanos);
      assertThat(drawn).isEqualTo(second.around(nanos));
      assertThat((double) drawn).isBetween(nanos * (1 - share) - 1, nanos * (1 + share) + 1);
    }
  }

  @Example
  void theMeanIsKept() {
    var jitter = new Jitter(7, 0.5);
    double sum = 0;
    for (int draw = 0; draw < 100_000; draw++) {
      sum += jitter.around(1000);
    }
    // The deviation of one draw is 1000 / sqrt(12), that of the mean of so many 0.9.
    assertThat(sum / 100_000).isBetween(995.0, 1005.0);
  }

  @Example
  void aShareIsNoMoreThanAllAndNoLessThanNothing() {
    assertThatThrownBy(() -> new Jitter(1, 1.01)).hasMessageContaining("0 to 1");
    assertThatThrownBy(() -> new Jitter(1, -0.01)).hasMessageContaining("0 to 1");
    assertThatThrownBy(() -> new Jitter(1, Double.NaN)).hasMessageContaining("0 to 1");
  }
}
