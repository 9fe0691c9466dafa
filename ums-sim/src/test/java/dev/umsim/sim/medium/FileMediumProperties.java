package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FileMediumProperties {
  private static final int BLOCK_SIZE = 512;
  private static final int BLOCKS = 40;

  /** The file and an array that is written likewise are the same, however small the transfers. */
  @Property(tries = 100)
  void isAnArrayOfBlocks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int mostBytes)
      throws IOException {
    var random = new Random(seed);
    var model = TestBytes.random(seed, BLOCKS * BLOCK_SIZE);
    var channel = new MemoryChannel(model);
    channel.moveAtOnce(mostBytes);
    try (var medium = FileMedium.of(Path.of("disk.img"), channel, BLOCK_SIZE, false);
        var user = new MediumUser(medium)) {
      for (int step = 0; step < 20; step++) {
        int first = random.nextInt(BLOCKS);
        int blocks = random.nextInt(BLOCKS - first + 1);
        if (random.nextBoolean()) {
          var data = TestBytes.random(random.nextLong(), blocks * BLOCK_SIZE);
          System.arraycopy(data, 0, model, first * BLOCK_SIZE, data.length);
          user.write(first, data);
        } else {
          assertThat(user.read(first, blocks))
              .isEqualTo(
                  Arrays.copyOfRange(model, first * BLOCK_SIZE, (first + blocks) * BLOCK_SIZE));
        }
      }
      assertThat(channel.content()).isEqualTo(model);
    }
  }

  /** Of an access that meets the end of the disk, the whole blocks before it went well. */
  @Property(tries = 100)
  void countsTheWholeBlocksBeforeAFault(
      @ForAll @IntRange(max = BLOCKS * BLOCK_SIZE - 1) int fault,
      @ForAll @IntRange(max = BLOCKS - 1) int first,
      @ForAll @IntRange(min = 1, max = 3000) int mostBytes)
      throws IOException {
    int expected = Math.min(BLOCKS - first, Math.max(0, fault / BLOCK_SIZE - first));
    var channel = new MemoryChannel(new byte[BLOCKS * BLOCK_SIZE]);
    channel.moveAtOnce(mostBytes);
    try (var medium = FileMedium.of(Path.of("disk.img"), channel, BLOCK_SIZE, false);
        var user = new MediumUser(medium)) {
      channel.fillUp(fault);
      assertThat(user.tryWrite(first, new byte[(BLOCKS - first) * BLOCK_SIZE])).isEqualTo(expected);
      // A bad byte before the first block is not met.
      channel.spoil(fault);
      assertThat(user.tryRead(first, BLOCKS - first))
          .isEqualTo(fault < first * BLOCK_SIZE ? BLOCKS - first : expected);
    }
  }
}
