package dev.umsim.bench.attack;

import dev.umsim.bench.cli.Ums;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.sim.medium.KeptOverlay;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Commits that are killed: the image is the old one with its overlay, or the new one. */
final class CommitKillAttack implements Attack {
  private static final int BLOCK_BYTES = 512;
  private static final int BLOCKS = 32_768;

  private final Path image;
  private final Path folder;
  private long within;

  CommitKillAttack(Path folder) {
    this.folder = folder;
    image = folder.resolve("committed.img");
  }

  @Override
  public String surface() {
    return "kill during image commit";
  }

  @Override
  public String inputs() {
    return "kills, " + within + " before its end";
  }

  @Override
  public void round(Tally tally) throws Exception {
    var random = tally.random();
    var before = new byte[BLOCKS * BLOCK_BYTES];
    random.nextBytes(before);
    Files.deleteIfExists(overlay());
    Files.write(image, before);
    var after = overlaid(before, random);
    try (var child = new Child(folder, "image", "commit", overlay().toString())) {
      TimeUnit.MILLISECONDS.sleep(random.nextInt(1_600));
      within += child.kill() ? 1 : 0;
    }
    tally.tried(1);
    boolean committed = Arrays.equals(Files.readAllBytes(image), after);
    tally.expect(
        committed || Arrays.equals(Files.readAllBytes(image), before) && Files.exists(overlay()),
        "the image is neither the old nor the new one");
    if (Files.exists(overlay())) {
      var again = Ums.run("image", "commit", overlay().toString());
      tally.expect(again.status() == 0, "no second commit: " + again.err());
    }
    tally.expect(Arrays.equals(Files.readAllBytes(image), after), "the commit lost blocks");
  }

  private Path overlay() {
    return KeptOverlay.of(image).path();
  }

  private byte[] overlaid(byte[] before, Random random) throws IOException {
    var after = before.clone();
    var pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, BLOCK_BYTES);
    try (var medium = KeptOverlay.of(image).open(BLOCK_BYTES)) {
      for (int i = 0; i < 500; i++) {
        int block = random.nextInt(BLOCKS);
        var data = new byte[BLOCK_BYTES];
        random.nextBytes(data);
        var access = pool.take().prepare(block, 1, false);
        access.memory().setBytes(0, data);
        medium.write(access);
        pool.giveBack(access);
        System.arraycopy(data, 0, after, block * BLOCK_BYTES, BLOCK_BYTES);
      }
    }
    pool.close();
    return after;
  }
}
