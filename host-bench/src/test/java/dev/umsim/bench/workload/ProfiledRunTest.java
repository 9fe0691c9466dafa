package dev.umsim.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.linux.Workload;
import dev.umsim.sim.profile.Profiles;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfiledRunTest {
  /** Comparing the data is not in the time, and finds it right where no block is whole. */
  @ParameterizedTest
  @ValueSource(strings = {"sansa-e280/of", "ipod-video-80g/rockbox-2010", "ipod-color-20g/edm"})
  void comparingTakesNoTime(String name) throws Exception {
    var run = new ProfiledRun(Profiles.named(name), 7, true);
    for (var workload :
        new Workload[] {
          new Workload.DdRead(777, 100_001, 11),
          new Workload.DdWrite(777, 100_001, 11),
          new Workload.FatSync(777, 50_001, ProfiledRun.FILE)
        }) {
      var verified = run.verified(workload);
      assertThat(verified.difference()).isEmpty();
      var plain = run.of(workload);
      assertThat(verified.result()).isEqualTo(plain.result());
      assertThat(verified.activities()).isEqualTo(plain.activities());
      assertThat(plain.activities().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(plain.result().nanos());
    }
  }

  /** Block 3 of 512 bytes begins at byte 1536, and all its words are 3. */
  @Test
  void whatIsReadIsComparedWithTheNumbersOfTheBlocks() {
    var word = ByteBuffer.allocate(16).putLong(3).putLong(3).array();
    var file = new ReadPattern(1536, 512);
    file.write(0, word, 16);
    assertThat(file.difference(16)).isEmpty();
    assertThat(file.difference(17)).contains("16 bytes were read instead of 17");
    word[7] = 4;
    file.write(16, word, 16);
    assertThat(file.difference(32))
        .contains("the first different byte is 1559 (byte 23 of block 3): 04 instead of 03");
    var expected = new byte[9];
    new ReadPattern(512 * 0x0102 - 1, 512).read(0, expected, 9);
    assertThat(expected).containsExactly(1, 0, 0, 0, 0, 0, 0, 1, 2);
  }
}
