package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.medium.FilledMedium.Writes;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultyMediumTest {
  private static final byte[] CONTENT = TestBytes.random(1, 300 * 512);

  private final MemoryMedium memory = new MemoryMedium(512, 300);
  private final DelayedMedium delayed = new DelayedMedium(memory);
  private final FaultyMedium faulty = new FaultyMedium(memory);
  private final FaultyMedium lateFaulty = new FaultyMedium(delayed);
  private final MediumUser user = new MediumUser(faulty);
  private final MediumUser lateUser = new MediumUser(lateFaulty);

  FaultyMediumTest() {
    user.write(0, CONTENT);
  }

  @AfterEach
  void close() {
    user.close();
    lateUser.close();
  }

  @Test
  void isTheMediumWithinAsLongAsNothingIsBad() {
    assertThat(faulty.blockSize()).isEqualTo(512);
    assertThat(faulty.blockCount()).isEqualTo(300);
    assertThat(faulty.writeProtected()).isFalse();
    assertThat(user.read(0, 300)).isEqualTo(CONTENT);
    assertThat(user.synchronize()).isTrue();
  }

  @Test
  void aReadThatCoversABadBlockFailsAsAWhole() {
    faulty.failReads(250);
    faulty.failReads(200);
    var access = user.beginRead(10, 290);
    assertThat(access.failedBlock()).isEqualTo(200);
    assertThat(access.goodBlocks()).isZero();
    user.giveBack(access);

    assertThat(user.tryRead(200, 1)).isZero();
    assertThat(user.tryRead(201, 99)).isZero();
    assertThat(user.read(0, 200)).isEqualTo(Arrays.copyOf(CONTENT, 200 * 512));
    assertThat(user.read(251, 49)).isEqualTo(Arrays.copyOfRange(CONTENT, 251 * 512, 300 * 512));
    assertThat(user.tryWrite(200, new byte[512])).isEqualTo(1);

    faulty.failNothing();
    assertThat(user.read(200, 1)).containsOnly(0);
  }

  @Test
  void aWriteThatCoversABadBlockStoresNothing() {
    faulty.failWrites(200);
    var data = TestBytes.random(2, 250 * 512);
    var access = user.beginWrite(10, data, false);
    assertThat(access.failedBlock()).isEqualTo(200);
    assertThat(access.goodBlocks()).isZero();
    user.giveBack(access);
    assertThat(user.read(0, 300)).isEqualTo(CONTENT);
    assertThat(user.tryWrite(201, new byte[512])).isEqualTo(1);
  }

  @Test
  void blocksAreGivenBackTogetherOrNotAtAll() {
    assertThat(faulty.thin()).isTrue();
    assertThat(user.tryDeallocate(0, 10)).isEqualTo(10);
    faulty.failWrites(200);
    assertThat(user.tryDeallocate(10, 290)).isZero();
    assertThat(user.read(10, 290)).isEqualTo(Arrays.copyOfRange(CONTENT, 10 * 512, 300 * 512));
    assertThat(faulty.extentAt(0)).isEqualTo(memory.extentAt(0));
  }

  @Test
  void givesNothingBackWhereTheMediumWithinDoesNot() {
    var medium = new FaultyMedium(new FilledMedium(Fill.ZERO, Writes.REFUSED, 512, 8));
    assertThat(medium.thin()).isFalse();
    assertThat(medium.extentAt(3)).isEqualTo(new Medium.Extent(5, true));
  }

  @Test
  void waitsForAMediumThatTakesItsTime() {
    lateFaulty.failReads(200);
    var access = lateUser.beginRead(10, 190);
    assertThat(access.finished()).isFalse();
    delayed.serveAll();
    assertThat(lateUser.bytes(access)).isEqualTo(Arrays.copyOfRange(CONTENT, 10 * 512, 200 * 512));
    lateUser.giveBack(access);
  }

  @Test
  void aFaultOfTheMediumWithinCountsAsWell() {
    var outer = new FaultyMedium(faulty);
    try (var outerUser = new MediumUser(outer)) {
      outer.failReads(200);
      faulty.failReads(150);
      assertThat(outerUser.tryRead(100, 100)).isZero();
      assertThat(outerUser.tryRead(151, 49)).isEqualTo(49);
    }
  }

  @Test
  void comparesBlockNumbersWithoutSign() {
    var medium = new FaultyMedium(new FilledMedium(Fill.BLOCK_NUMBERS, Writes.REFUSED, 512, -1));
    try (var hugeUser = new MediumUser(medium)) {
      medium.failReads(Long.MIN_VALUE);
      medium.failReads(-1);
      medium.failReads(3);
      assertThat(hugeUser.tryRead(Long.MAX_VALUE, 10)).isZero();
      assertThat(hugeUser.tryRead(Long.MAX_VALUE, 1)).isEqualTo(1);
      assertThat(hugeUser.tryRead(-11, 10)).isEqualTo(10);
      assertThat(hugeUser.tryRead(2, 10)).isZero();
      assertThat(hugeUser.tryRead(4, 10)).isEqualTo(10);
    }
  }

  @Test
  void leavesWriteProtectionToTheMediumWithin() {
    var readOnly = new FilledMedium(Fill.ZERO, Writes.REFUSED, 512, 8);
    var medium = new FaultyMedium(readOnly);
    try (var readOnlyUser = new MediumUser(medium)) {
      medium.failWrites(2);
      assertThat(medium.writeProtected()).isTrue();
      assertThatThrownBy(() -> readOnlyUser.write(2, new byte[512]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
