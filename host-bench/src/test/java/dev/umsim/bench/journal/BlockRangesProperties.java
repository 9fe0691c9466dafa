package dev.umsim.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A set of ranges against a set of bits. */
class BlockRangesProperties {
  @Property
  void isTheSetOfAllThatWasAdded(
      @ForAll @Size(max = 20) List<@IntRange(max = 63) Integer> firsts,
      @ForAll @Size(min = 20, max = 20) List<@IntRange(min = 1, max = 16) Integer> counts,
      @ForAll @IntRange(max = 63) int askedFirst,
      @ForAll @IntRange(min = 1, max = 30) int askedCount) {
    var ranges = new BlockRanges();
    var bits = new BitSet();
    for (int i = 0; i < firsts.size(); i++) {
      ranges.add(firsts.get(i), counts.get(i));
      bits.set(firsts.get(i), firsts.get(i) + counts.get(i));
    }
    var missing = new BitSet();
    long last = -1;
    for (var each : ranges.missing(askedFirst, askedCount)) {
      assertThat(each.firstBlock()).isGreaterThan(last);
      assertThat(each.count()).isPositive();
      missing.set((int) each.firstBlock(), (int) (each.firstBlock() + each.count()));
      last = each.firstBlock() + each.count();
    }
    var expected = new BitSet();
    expected.set(askedFirst, askedFirst + askedCount);
    expected.andNot(bits);
    assertThat(missing).isEqualTo(expected);
  }
}
