package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ChecksumsProperties {

  @Property
  void tellWhichPieceDiffersHoweverTheDataIsCut(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5000) int length,
      @ForAll @IntRange(min = 1, max = 700) int commandBytes) {
    var random = new Random(seed);
    var data = new byte[length];
    random.nextBytes(data);
    var sums = sums(data, commandBytes, random);
    assertThat(sums.pieceBytes()).isEqualTo(commandBytes);
    assertThat(sums.firstDifference(sums(data, commandBytes, random))).isEqualTo(-1);

    int changed = random.nextInt(length);
    data[changed] ^= (byte) (1 << random.nextInt(8));
    assertThat(sums.firstDifference(sums(data, commandBytes, random)))
        .isEqualTo(changed / commandBytes);
  }

  private static Checksums sums(byte[] data, int commandBytes, Random random) {
    var sums = new Checksums(data.length, commandBytes);
    for (int at = 0; at < data.length; ) {
      int count = Math.min(data.length - at, 1 + random.nextInt(1000));
      sums.add(ByteBuffer.wrap(data, at, count));
      at += count;
    }
    sums.finish();
    return sums;
  }

  @Property(tries = 20)
  void areNotTooMany(@ForAll @IntRange(min = 1, max = 200_000) int commands) {
    var sums = new Checksums(commands * 512L, 512);
    assertThat((commands * 512L - 1) / sums.pieceBytes()).isLessThan(1 << 16);
  }
}
