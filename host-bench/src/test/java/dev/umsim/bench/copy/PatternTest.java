package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class PatternTest {
  private static byte[] bytes(long seed, long position, int length) {
    var buffer = Unpooled.buffer(length);
    new Pattern(seed).fill(buffer, position, length);
    return ByteBufUtil.getBytes(buffer, 0, length);
  }

  /** The published output of SplitMix64 for the seed 0, whose state steps before it is mixed. */
  @Test
  void isThatOfSplitMix64() {
    var buffer = Unpooled.buffer(32);
    new Pattern(0).fill(buffer, 0, 32);
    assertThat(buffer.getLongLE(8)).isEqualTo(0xe220a8397b1dcdafL);
    assertThat(buffer.getLongLE(16)).isEqualTo(0x6e789e6aa1b965f4L);
    assertThat(buffer.getLongLE(24)).isEqualTo(0x06c45d188009454fL);
  }

  @Test
  void doesNotDependOnHowItIsCut() {
    var whole = bytes(7, 0, 4096);
    assertThat(bytes(7, 1024, 512)).isEqualTo(Arrays.copyOfRange(whole, 1024, 1536));
  }

  @Test
  void differsFromBlockToBlockAndSeedToSeed() {
    var seen = new HashSet<String>();
    for (int seed = 0; seed < 4; seed++) {
      for (long block = 0; block < 1000; block++) {
        seen.add(ByteBufUtil.hexDump(bytes(seed, block * 512, 512)));
      }
    }
    assertThat(seen).hasSize(4000);
  }
}
