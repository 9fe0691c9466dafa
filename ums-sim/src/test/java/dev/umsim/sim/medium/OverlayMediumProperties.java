package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class OverlayMediumProperties {
  private static final int BLOCK_SIZE = 1024;
  private static final int BLOCKS = 150;
  private static final OverlayHeader HEADER =
      new OverlayHeader(
          new Geometry(BLOCK_SIZE, BLOCKS),
          new ImageStamp(BLOCKS * BLOCK_SIZE, Instant.ofEpochSecond(1_000_000_000, 123_456_789)));

  /** An overlay is an array that was a copy of the base at first, however often it is reopened. */
  @Property(tries = 200)
  void isACopyOfTheBase(@ForAll long seed, @ForAll boolean late) throws IOException {
    var random = new Random(seed);
    var content = TestBytes.random(seed, BLOCKS * BLOCK_SIZE);
    var memory = new MemoryMedium(BLOCK_SIZE, BLOCKS);
    var delayed = new DelayedMedium(memory);
    var base = late ? delayed : memory;
    var model = content.clone();
    var channel = new MemoryChannel(new byte[0]);
    OverlayFile.begin(channel, HEADER);
    try (var baseUser = new MediumUser(memory)) {
      baseUser.write(0, content);
      for (int opening = 0; opening < 4; opening++) {
        try (var overlay = open(base, channel);
            var user = new MediumUser(overlay)) {
          for (int step = 0; step < 12; step++) {
            step(random, user, delayed, model);
          }
        }
      }
      assertThat(baseUser.read(0, BLOCKS)).isEqualTo(content);
    }
  }

  private static OverlayMedium open(Medium base, MemoryChannel channel) throws IOException {
    return new OverlayMedium(base, OverlayFile.open(Path.of("x"), channel), () -> {});
  }

  private static void step(Random random, MediumUser user, DelayedMedium delayed, byte[] model) {
    int first = random.nextInt(BLOCKS);
    int from = first * BLOCK_SIZE;
    switch (random.nextInt(4)) {
      case 0 -> {
        int blocks = random.nextInt(BLOCKS - first + 1);
        var access = user.beginRead(first, blocks);
        delayed.serveAll();
        assertThat(user.bytes(access))
            .isEqualTo(Arrays.copyOfRange(model, from, from + blocks * BLOCK_SIZE));
        user.giveBack(access);
      }
      case 1 -> assertThat(user.synchronize()).isTrue();
      default -> {
        int blocks = Math.min(1 + random.nextInt(4), BLOCKS - first);
        var data = TestBytes.random(random.nextLong(), blocks * BLOCK_SIZE);
        System.arraycopy(data, 0, model, from, data.length);
        user.write(first, data);
      }
    }
  }
}
