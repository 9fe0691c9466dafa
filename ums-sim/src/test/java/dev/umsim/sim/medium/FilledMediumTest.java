package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.medium.Medium;
import dev.umsim.sim.medium.FilledMedium.Writes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilledMediumTest {
  @Test
  void blocksHoldTheirNumber() {
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, Writes.REFUSED, 512, 1L << 40);
    try (var user = new MediumUser(medium)) {
      assertThat(medium.blockCount()).isEqualTo(1L << 40);
      var bytes = user.read(0x12_3456_789aL, 2);
      assertThat(Arrays.copyOf(bytes, 16))
          .containsExactly(
              0, 0, 0, 0x12, 0x34, 0x56, 0x78, 0x9a, 0, 0, 0, 0x12, 0x34, 0x56, 0x78, 0x9a);
      assertThat(Arrays.copyOfRange(bytes, 1016, 1024))
          .containsExactly(0, 0, 0, 0x12, 0x34, 0x56, 0x78, 0x9b);
    }
  }

  @Test
  void hasBlocksBeyondTheRangeOfSignedNumbers() {
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, Writes.KEPT, 4096, -1);
    try (var user = new MediumUser(medium)) {
      var bytes = ByteBuffer.wrap(user.read(Long.MAX_VALUE, 2));
      assertThat(bytes.getLong(4088)).isEqualTo(0x7fff_ffff_ffff_ffffL);
      assertThat(bytes.getLong(4096)).isEqualTo(0x8000_0000_0000_0000L);
      assertThat(ByteBuffer.wrap(user.read(-2, 1)).getLong(0)).isEqualTo(0xffff_ffff_ffff_fffeL);

      var data = TestBytes.random(1, 3 * 4096);
      user.write(-4, data);
      user.write(Long.MAX_VALUE - 1, data);
      assertThat(user.read(-4, 3)).isEqualTo(data);
      assertThat(user.read(Long.MAX_VALUE - 1, 3)).isEqualTo(data);

      assertThatThrownBy(() -> user.read(-1, 1))
          .hasMessage("1 blocks from 18446744073709551615 do not lie within 18446744073709551615");
      assertThatThrownBy(() -> user.read(-2, 3)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aByteFillsIt() {
    try (var user =
        new MediumUser(new FilledMedium(new Fill.Constant(0xa5), Writes.KEPT, 512, 1000))) {
      assertThat(user.read(0, 512)).hasSize(512 * 512).containsOnly(0xa5);
      user.write(255, TestBytes.random(1, 1024));
      assertThat(user.read(254, 4))
          .startsWith(filled(512, 0xa5))
          .containsSequence(TestBytes.random(1, 1024))
          .endsWith(filled(512, 0xa5));
    }
  }

  @Test
  void refusesWrites() {
    var medium = new FilledMedium(Fill.ZERO, Writes.REFUSED, 512, 4);
    try (var user = new MediumUser(medium)) {
      assertThat(medium.writeProtected()).isTrue();
      assertThatThrownBy(() -> user.write(0, new byte[512]))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(user.synchronize()).isTrue();
    }
  }

  @Test
  void checksWrites() {
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, Writes.CHECKED, 512, 1L << 62);
    try (var user = new MediumUser(medium)) {
      assertThat(medium.writeProtected()).isFalse();
      var right = new byte[3 * 512];
      for (int at = 0; at < right.length; at++) {
        right[at] = at % 8 == 0 ? 1 : at % 8 == 7 ? (byte) (0x10 + at / 512) : 0;
      }
      long first = 0x0100_0000_0000_0010L;
      assertThat(user.tryWrite(first, right)).isEqualTo(3);
      assertThat(user.tryWrite(first + 1, right)).isZero();
      right[2 * 512 - 1] ^= 1;
      assertThat(user.tryWrite(first, right)).isEqualTo(1);
      right[2 * 512 - 1] ^= 1;
      assertThat(user.read(first, 3)).isEqualTo(right);
    }
  }

  /** Pages of 256 blocks: whole ones are given back, parts of them are zeros that take room. */
  @Test
  void givesBlocksBack() {
    var medium = new FilledMedium(Fill.ZERO, Writes.KEPT, 512, 1000);
    try (var user = new MediumUser(medium)) {
      assertThat(medium.thin()).isTrue();
      assertThat(medium.extentAt(0)).isEqualTo(new Medium.Extent(1000, false));
      user.write(250, TestBytes.random(1, 300 * 512));
      assertThat(medium.extentAt(5)).isEqualTo(new Medium.Extent(763, true));
      assertThat(medium.extentAt(768)).isEqualTo(new Medium.Extent(232, false));
      assertThat(user.tryDeallocate(255, 260)).isEqualTo(260);
      assertThat(user.read(255, 260)).containsOnly(0);
      assertThat(user.read(250, 5)).isEqualTo(TestBytes.random(1, 5 * 512));
      assertThat(user.read(515, 35))
          .isEqualTo(Arrays.copyOfRange(TestBytes.random(1, 300 * 512), 265 * 512, 300 * 512));
      assertThat(medium.extentAt(0)).isEqualTo(new Medium.Extent(256, true));
      assertThat(medium.extentAt(256)).isEqualTo(new Medium.Extent(256, false));
      assertThat(medium.extentAt(999)).isEqualTo(new Medium.Extent(1, false));
      assertThatThrownBy(() -> user.tryDeallocate(999, 2))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void givesBlocksBackBeyondTheRangeOfSignedNumbers() {
    var medium = new FilledMedium(Fill.ZERO, Writes.KEPT, 512, -1);
    try (var user = new MediumUser(medium)) {
      user.write(-3, TestBytes.random(1, 1024));
      user.write(Long.MIN_VALUE, TestBytes.random(1, 512));
      assertThat(medium.extentAt(0)).isEqualTo(new Medium.Extent(Long.MIN_VALUE, false));
      assertThat(medium.extentAt(Long.MIN_VALUE)).isEqualTo(new Medium.Extent(256, true));
      assertThat(medium.extentAt(-2)).isEqualTo(new Medium.Extent(1, true));
      assertThat(user.tryDeallocate(Long.MIN_VALUE, 256)).isEqualTo(256);
      assertThat(medium.extentAt(0)).isEqualTo(new Medium.Extent(-256, false));
      assertThat(user.tryDeallocate(-101, 100)).isEqualTo(100);
      assertThat(user.read(-3, 2)).containsOnly(0);
    }
  }

  @Test
  void givesNothingBackThatWouldNotBeZero() {
    for (var medium :
        List.of(
            new FilledMedium(new Fill.Constant(1), Writes.KEPT, 512, 8),
            new FilledMedium(Fill.BLOCK_NUMBERS, Writes.KEPT, 512, 8),
            new FilledMedium(Fill.ZERO, Writes.REFUSED, 512, 8),
            new FilledMedium(Fill.ZERO, Writes.CHECKED, 512, 8))) {
      assertThat(medium.thin()).isFalse();
      assertThat(medium.extentAt(3)).isEqualTo(new Medium.Extent(5, true));
      try (var user = new MediumUser(medium)) {
        assertThatThrownBy(() -> user.tryDeallocate(0, 1))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void hasBlocksOfAPowerOfTwo() {
    assertThatThrownBy(() -> new FilledMedium(Fill.ZERO, Writes.KEPT, 520, 1))
        .hasMessage("a block has 512, 1024, 2048 or 4096 bytes, not 520");
    assertThatThrownBy(() -> new FilledMedium(Fill.ZERO, Writes.KEPT, 8192, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FilledMedium(Fill.ZERO, Writes.KEPT, 512, 0))
        .hasMessage("a medium has at least 1 block");
  }

  private static byte[] filled(int length, int value) {
    var bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
