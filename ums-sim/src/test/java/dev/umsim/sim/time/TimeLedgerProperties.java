package dev.umsim.sim.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Books that are kept of any activities. */
class TimeLedgerProperties {
  /** A span that is put down at a moment, and may have begun, or ended, before it. */
  private record Span(Activity activity, int saidNanos, int fromNanos, int toNanos) {
    /** Whether it lasts in the nanosecond that follows a moment. */
    boolean covers(int nanos) {
      return nanos >= Math.max(saidNanos, fromNanos) && nanos < toNanos;
    }
  }

  @Provide
  Arbitrary<List<Span>> spans() {
    var moments = Arbitraries.integers().between(0, 60);
    return Combinators.combine(
            Arbitraries.of(Activity.class), moments, moments, Arbitraries.integers().between(0, 80))
        .as(Span::new)
        .list()
        .ofMaxSize(12);
  }

  /** Every nanosecond is looked at by itself, and belongs to the first activity that it can. */
  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void everyNanosecondBelongsToOneActivity(@ForAll("spans") List<Span> spans) {
    var timeline = new Timeline();
    var ledger = TimeLedger.of(timeline);
    spans.forEach(
        span ->
            timeline.at(
                span.saidNanos(),
                () -> ledger.span(span.activity(), span.fromNanos(), span.toNanos())));
    int end = 100;
    while (timeline.stepUntil(end)) {}
    timeline.passUntil(end);

    Map<Activity, Long> expected = new EnumMap<>(Activity.class);
    for (var activity : Activity.values()) {
      expected.put(activity, 0L);
    }
    for (int nanos = 0; nanos < end; nanos++) {
      int moment = nanos;
      var owner =
          spans.stream()
              .filter(span -> span.covers(moment))
              .map(Span::activity)
              .min(Enum::compareTo)
              .orElse(Activity.NOTHING);
      expected.merge(owner, 1L, Long::sum);
    }
    assertThat(ledger.nanos()).isEqualTo(expected);
  }
}
