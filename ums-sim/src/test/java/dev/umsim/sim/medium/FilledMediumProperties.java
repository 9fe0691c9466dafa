package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.medium.FilledMedium.Writes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class FilledMediumProperties {
  private static final int BLOCK_SIZE = 1024;
  private static final int BLOCKS = 600;

  /** Writes are kept, and between them is the fill, wherever the blocks lie. */
  @Property(tries = 50)
  void keepsWhatIsWritten(@ForAll long seed, @ForAll boolean numbers) {
    var random = new Random(seed);
    // Across the ends of several pages.
    long start = random.nextLong();
    start = Long.compareUnsigned(start, -1 - BLOCKS) > 0 ? 0 : start;
    var model = ByteBuffer.allocate(BLOCKS * BLOCK_SIZE);
    for (int at = 0; at < model.capacity(); at += 8) {
      model.putLong(at, numbers ? start + at / BLOCK_SIZE : 0x7777_7777_7777_7777L);
    }
    var fill = numbers ? Fill.BLOCK_NUMBERS : new Fill.Constant(0x77);
    try (var user = new MediumUser(new FilledMedium(fill, Writes.KEPT, BLOCK_SIZE, -1))) {
      for (int step = 0; step < 30; step++) {
        int blocks = random.nextInt(200);
        int first = random.nextInt(BLOCKS - blocks);
        if (random.nextBoolean()) {
          var data = TestBytes.random(random.nextLong(), blocks * BLOCK_SIZE);
          model.put(first * BLOCK_SIZE, data);
          user.write(start + first, data);
        } else {
          assertThat(user.read(start + first, blocks))
              .isEqualTo(
                  Arrays.copyOfRange(
                      model.array(), first * BLOCK_SIZE, (first + blocks) * BLOCK_SIZE));
        }
      }
    }
  }
}
