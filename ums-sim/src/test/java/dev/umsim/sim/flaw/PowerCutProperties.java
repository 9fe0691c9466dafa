package dev.umsim.sim.flaw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** What is lost at a power cut, and what never is. */
class PowerCutProperties {
  private static final int BLOCKS = 16;

  /** Something that a host or fate does. */
  sealed interface Step {
    record Write(int first, int count, boolean durable) implements Step {}

    record Synchronize() implements Step {}

    record Cut() implements Step {}
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Step> write =
        Combinators.combine(
                Arbitraries.integers().between(0, BLOCKS - 1),
                Arbitraries.integers().between(1, 4),
                Arbitraries.integers().between(0, 3))
            .as(
                (first, count, draw) ->
                    new Step.Write(first, Math.min(count, BLOCKS - first), draw == 0));
    Arbitrary<Step> synchronize = Arbitraries.create(Step.Synchronize::new);
    Arbitrary<Step> cut = Arbitraries.create(Step.Cut::new);
    return Arbitraries.frequencyOf(Tuple.of(8, write), Tuple.of(2, synchronize), Tuple.of(1, cut))
        .list()
        .ofMaxSize(60);
  }

  /** A cache that has room for all loses exactly what was neither synchronized nor forced. */
  @Property(tries = 300)
  void aLargeCacheLosesWhatIsNotDurableAndNothingElse(@ForAll("steps") List<Step> steps) {
    var cached = new CachedMedium(Store.good(BLOCKS), BLOCKS);
    var store = new Store(cached);
    var durable = new int[BLOCKS];
    var current = new int[BLOCKS];
    int value = 0;
    for (var step : steps) {
      if (step instanceof Step.Write write) {
        value++;
        assertThat(store.write(write.first(), write.count(), value, write.durable())).isTrue();
        for (int block = write.first(); block < write.first() + write.count(); block++) {
          current[block] = value;
          durable[block] = write.durable() ? value : durable[block];
        }
      } else if (step instanceof Step.Synchronize) {
        assertThat(store.synchronize()).isTrue();
        durable = current.clone();
      } else {
        cached.cutPower();
        current = durable.clone();
      }
      for (int block = 0; block < BLOCKS; block++) {
        assertThat(store.read(block)).isEqualTo(current[block]);
      }
    }
  }

  /** A smaller cache may lose less; what was durable is there, or something that came later. */
  @Property(tries = 300)
  void noCacheLosesWhatIsDurable(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = BLOCKS) int capacity) {
    var cached = new CachedMedium(Store.good(BLOCKS), capacity);
    var store = new Store(cached);
    Map<Integer, Set<Integer>> allowed = new HashMap<>();
    for (int block = 0; block < BLOCKS; block++) {
      allowed.put(block, new HashSet<>(List.of(0)));
    }
    var current = new int[BLOCKS];
    int value = 0;
    for (var step : steps) {
      if (step instanceof Step.Write write) {
        value++;
        store.write(write.first(), write.count(), value, write.durable());
        for (int block = write.first(); block < write.first() + write.count(); block++) {
          current[block] = value;
          if (write.durable()) {
            allowed.get(block).clear();
          }
          allowed.get(block).add(value);
        }
      } else if (step instanceof Step.Synchronize) {
        store.synchronize();
        for (int block = 0; block < BLOCKS; block++) {
          allowed.put(block, new HashSet<>(List.of(current[block])));
        }
      } else {
        cached.cutPower();
        for (int block = 0; block < BLOCKS; block++) {
          current[block] = store.read(block);
          assertThat(allowed.get(block)).contains(current[block]);
          allowed.put(block, new HashSet<>(List.of(current[block])));
        }
      }
    }
  }

  /**
   * Of flash that is erased in larger pieces one such piece is lost at most, and that as a whole.
   */
  @Property(tries = 300)
  void oneEraseBlockIsLostAtMost(@ForAll("steps") List<Step> steps) {
    int eraseBlocks = 4;
    var erased = new ErasedMedium(Store.good(BLOCKS), eraseBlocks);
    var store = new Store(erased);
    var current = new int[BLOCKS];
    int value = 0;
    for (var step : steps) {
      if (step instanceof Step.Write write) {
        value++;
        store.write(write.first(), write.count(), value, write.durable());
        for (int block = write.first(); block < write.first() + write.count(); block++) {
          current[block] = value;
        }
      } else if (step instanceof Step.Synchronize) {
        store.synchronize();
      } else {
        erased.cutPower();
        var lost = new ArrayList<Integer>();
        for (int block = 0; block < BLOCKS; block++) {
          int now = store.read(block);
          if (now != current[block]) {
            assertThat(now).isEqualTo(-1);
            lost.add(block / eraseBlocks);
          }
          current[block] = now;
        }
        assertThat(new HashSet<>(lost)).hasSizeLessThanOrEqualTo(1);
      }
    }
  }
}
