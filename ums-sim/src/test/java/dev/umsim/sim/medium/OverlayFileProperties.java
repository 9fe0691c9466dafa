package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What an overlay holds after the power was cut at any moment. */
class OverlayFileProperties {
  private static final int BLOCK_SIZE = 512;

  /** Blocks of two pages of the map. */
  private static final int BLOCKS = BlockMap.PAGE_BLOCKS + 64;

  /** The blocks that are used: on both sides of the border between the pages. */
  private static final int FIRST_USED = BlockMap.PAGE_BLOCKS - 16;

  private static final int USED = 32;

  private static final OverlayHeader HEADER =
      new OverlayHeader(
          new Geometry(BLOCK_SIZE, BLOCKS),
          new ImageStamp(BLOCKS * BLOCK_SIZE, Instant.ofEpochSecond(1_000_000_000)));

  /**
   * Every block holds what it held at the last synchronization or one of the versions since then,
   * never anything else. A block of 512 bytes is a sector, so that it cannot be torn.
   */
  @Property(tries = 300)
  void everyBlockIsOldOrNew(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var channel = new PowerCutChannel();
    OverlayFile.begin(channel, HEADER);
    var possible = new ArrayList<List<Integer>>();
    for (int block = 0; block < USED; block++) {
      possible.add(new ArrayList<>(List.of(0)));
    }
    int version = 0;
    for (int cut = 0; cut < 4; cut++) {
      var overlay = open(channel);
      try (var user = new MediumUser(overlay)) {
        expectOneOf(possible, user);
        channel.failAfter(random.nextInt(30));
        for (boolean power = true; power; ) {
          if (random.nextInt(4) == 0) {
            power = user.synchronize();
            if (power) {
              possible.forEach(versions -> versions.subList(0, versions.size() - 1).clear());
            }
          } else {
            int block = random.nextInt(USED);
            power = user.tryWrite(FIRST_USED + block, ofVersion(++version)) == 1;
            if (power) {
              possible.get(block).add(version);
            }
          }
        }
      }
      channel = channel.cutPower(random);
    }
    try (var overlay = open(channel);
        var user = new MediumUser(overlay)) {
      expectOneOf(possible, user);
    }
  }

  /** Reads every block, which must be one of its versions and is durable now. */
  private static void expectOneOf(List<List<Integer>> possible, MediumUser user) {
    for (int block = 0; block < USED; block++) {
      var bytes = user.read(FIRST_USED + block, 1);
      int version = ByteBuffer.wrap(bytes).getInt();
      assertThat(version).isIn(possible.get(block));
      assertThat(bytes).isEqualTo(ofVersion(version));
      possible.get(block).clear();
      possible.get(block).add(version);
    }
  }

  private static byte[] ofVersion(int version) {
    var block = ByteBuffer.allocate(BLOCK_SIZE);
    while (block.hasRemaining()) {
      block.putInt(version);
    }
    return block.array();
  }

  private static OverlayMedium open(ImageChannel channel) throws IOException {
    return new OverlayMedium(
        new MemoryMedium(BLOCK_SIZE, BLOCKS), OverlayFile.open(Path.of("x"), channel), () -> {});
  }
}
