package dev.umsim.sim.flaw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.scsi.BlockRange;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Media that are worse than they should be. */
class FlawsTest {
  private static final int BLOCKS = 64;

  private static Store fake(Fake.Kind kind, long realBlocks) {
    var store = new Store(new FakeMedium(Store.good(BLOCKS), Fake.of(kind, realBlocks, BLOCKS)));
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(store.write(block, block + 1000)).isTrue();
    }
    return store;
  }

  private static long right(Store store) {
    return LongStream.range(0, BLOCKS).filter(block -> store.read(block) == block + 1000).count();
  }

  @Test
  void aGoodMediumKeepsAll() {
    assertThat(right(fake(Fake.Kind.GOOD, 0))).isEqualTo(BLOCKS);
  }

  @Test
  void aBadMediumKeepsNothing() {
    var store = fake(Fake.Kind.BAD, 0);
    assertThat(right(store)).isZero();
    assertThat(store.read(5)).isZero();
  }

  @Test
  void limboLosesWhatIsBehindTheRealSize() {
    var store = fake(Fake.Kind.LIMBO, 24);
    assertThat(right(store)).isEqualTo(24);
    assertThat(store.read(23)).isEqualTo(1023);
    assertThat(store.read(24)).isZero();
    assertThat(store.read(63)).isZero();
  }

  @Test
  void wraparoundBeginsAgain() {
    var store = fake(Fake.Kind.WRAPAROUND, 16);
    // The last of those that share a place has come last.
    assertThat(store.read(0)).isEqualTo(1048);
    assertThat(store.read(16)).isEqualTo(1048);
    assertThat(store.read(63)).isEqualTo(1063);
    assertThat(right(store)).isEqualTo(16);
  }

  @Test
  void aChainRepeatsAndHasGaps() {
    // 12 of each 16 are there.
    var store = fake(Fake.Kind.CHAIN, 12);
    assertThat(store.read(0)).isEqualTo(1048);
    assertThat(store.read(11)).isEqualTo(1059);
    assertThat(store.read(12)).isZero();
    assertThat(store.read(63)).isZero();
    assertThat(store.read(59)).isEqualTo(1059);
  }

  @ParameterizedTest
  @CsvSource({
    "LIMBO, 64, a fake has fewer blocks",
    "LIMBO, 0, a fake has fewer blocks",
    "WRAPAROUND, 24, a power of two",
    "CHAIN, 16, the power of two above",
    "CHAIN, 40, the power of two above",
  })
  void someFakesCannotBe(Fake.Kind kind, long realBlocks, String reason) {
    assertThatThrownBy(() -> Fake.of(kind, realBlocks, BLOCKS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aPartialWriteErasesAWholePiece() {
    var medium = new ErasedMedium(Store.good(BLOCKS), 8);
    var store = new Store(medium);
    store.write(0, 8, 7, false);
    store.write(8, 1, 7, false);
    store.write(9, 1, 7, false);
    store.write(16, 1, 7, false);
    assertThat(medium.erasures()).isEqualTo(3);
    medium.cutPower();
    assertThat(store.read(7)).isEqualTo(7);
    assertThat(store.read(9)).isEqualTo(7);
    assertThat(store.read(16)).isEqualTo(-1);
    assertThat(store.read(23)).isEqualTo(-1);
    assertThat(store.read(24)).isZero();
  }

  @Test
  void rottenBlocksHaveOneWrongBitEachTime() {
    var store = new Store(new RottenMedium(Store.good(BLOCKS), 7, 500_000));
    int wrongBlocks = 0;
    for (int block = 0; block < BLOCKS; block++) {
      int wrongBits = 0;
      for (int at = 0; at < Store.BLOCK_SIZE; at += 4) {
        wrongBits += Integer.bitCount(store.read(block, at));
        assertThat(store.read(block, at)).isEqualTo(store.read(block, at));
      }
      assertThat(wrongBits).isLessThanOrEqualTo(1);
      wrongBlocks += wrongBits;
    }
    assertThat(wrongBlocks).isBetween(BLOCKS / 4, 3 * BLOCKS / 4);
  }

  @Test
  void aMortalMediumDies() {
    var store = new Store(new MortalMedium(Store.good(BLOCKS), 2));
    assertThat(store.write(0, 1)).isTrue();
    assertThat(store.write(0, 2)).isTrue();
    assertThat(store.read(0)).isEqualTo(2);
    assertThat(store.write(0, 3)).isFalse();
    assertThat(store.read(0)).isEqualTo(-1);
    assertThat(store.synchronize()).isFalse();
  }

  @Test
  void allOfThemTogether() {
    var flaws =
        new Flaws(
            Fake.Kind.LIMBO,
            32 * 512,
            4 * 512,
            8 * 512,
            List.of(new BlockRange(3, 2)),
            0,
            OptionalLong.of(100),
            1);
    var flawed = flaws.over(Store.good(BLOCKS));
    var store = new Store(flawed.medium());
    assertThat(store.read(2)).isZero();
    assertThat(store.read(3)).isEqualTo(-1);
    assertThat(store.write(10, 5)).isTrue();
    flawed.powerCut().cutPower();
    assertThat(store.read(10)).isZero();
    assertThat(store.write(10, 6)).isTrue();
    assertThat(store.synchronize()).isTrue();
    flawed.powerCut().cutPower();
    assertThat(store.read(10)).isEqualTo(6);
  }

  @Test
  void noFlawsAreTheMediumItself() {
    var good = Store.good(BLOCKS);
    assertThat(Flaws.NONE.over(good).medium()).isSameAs(good);
  }

  @Test
  void whatIsNeverWrittenHasNoCache() {
    var protectedMedium =
        new FilledMedium(Fill.ZERO, FilledMedium.Writes.REFUSED, Store.BLOCK_SIZE, BLOCKS);
    var flaws = new Flaws(Fake.Kind.GOOD, 0, 512, 0, List.of(), 0, OptionalLong.empty(), 0);
    assertThatThrownBy(() -> flaws.over(protectedMedium)).hasMessageContaining("write-protected");
  }
}
