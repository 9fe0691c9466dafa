package dev.umsim.bench.attack;

import dev.umsim.bench.cli.Ums;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Servers that are killed while a host writes: what was synchronized is in the image, or in the
 * overlay that is committed into it then.
 */
final class WriteKillAttack implements Attack {
  private static final int BLOCK_BYTES = 512;
  private static final int BLOCKS = 4096;

  private final Path folder;
  private final boolean overlay;
  private final ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();

  /** By block: the number of the write that is durable for sure, and of the last one. */
  private long[] durable = new long[BLOCKS];

  private long[] last = new long[BLOCKS];
  private long writes;
  private long synchronizations;

  WriteKillAttack(Path folder, boolean overlay) {
    this.folder = folder;
    this.overlay = overlay;
  }

  @Override
  public String surface() {
    return overlay ? "kill while an overlay is written" : "kill while an image is written";
  }

  @Override
  public String inputs() {
    return "kills, " + synchronizations + " synchronizations";
  }

  @Override
  public void round(Tally tally) throws Exception {
    var image = folder.resolve(overlay ? "overlaid.img" : "plain.img");
    Files.deleteIfExists(Path.of(image + ".overlay"));
    Files.write(image, new byte[BLOCKS * BLOCK_BYTES]);
    durable = new long[BLOCKS];
    last = new long[BLOCKS];
    for (int kill = 0; kill < 3; kill++) {
      serveAndKill(image, tally);
      tally.tried(1);
      check(image, tally);
    }
  }

  private void serveAndKill(Path image, Tally tally) throws Exception {
    var random = tally.random();
    var control = folder.resolve("control-" + overlay).toString();
    try (var child =
        new Child(
            folder,
            "serve",
            "--control",
            control,
            "--usbip",
            "0",
            image + (overlay ? ",overlay" : ""))) {
      var line = child.output().readLine();
      if (line == null) {
        tally.failed("it does not serve: " + Files.readString(folder.resolve("errors")));
        return;
      }
      int port = Integer.parseInt(line.replaceAll(".*:| .*$", ""));
      killer.schedule(child::kill, 100 + random.nextInt(900), TimeUnit.MILLISECONDS);
      write(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), random);
      child.kill();
    }
  }

  private void write(InetSocketAddress server, Random random) throws IOException {
    try (var link = UsbIpLink.connect(server, "1-1")) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var disk = Disk.open(host, 0);
      while (true) {
        int count = 1 + random.nextInt(64);
        int block = random.nextInt(BLOCKS - count);
        var data = pattern(++writes, count);
        for (int i = block; i < block + count; i++) {
          last[i] = writes;
        }
        boolean force = random.nextInt(8) == 0;
        disk.write(block, count, data, 0, force);
        if (force) {
          for (int i = block; i < block + count; i++) {
            durable[i] = writes;
          }
          synchronizations++;
        } else if (random.nextInt(16) == 0) {
          disk.synchronizeCache();
          durable = last.clone();
          synchronizations++;
        }
      }
    } catch (IOException | HostException e) {
      // It was killed.
    }
  }

  private static ByteBuf pattern(long number, int blocks) {
    var data = Unpooled.buffer(blocks * BLOCK_BYTES);
    while (data.isWritable()) {
      data.writeLong(number);
    }
    return data;
  }

  /** Each block is what was durable, or something later. */
  private void check(Path image, Tally tally) throws IOException {
    if (overlay && Files.exists(Path.of(image + ".overlay"))) {
      var commit = Ums.run("image", "commit", image + ".overlay");
      tally.expect(commit.status() == 0, "no commit: " + commit.err());
    }
    var bytes = ByteBuffer.wrap(Files.readAllBytes(image));
    for (int block = 0; block < BLOCKS; block++) {
      for (int at : new int[] {0, BLOCK_BYTES - 8}) {
        long found = bytes.getLong(block * BLOCK_BYTES + at);
        if (found < durable[block] || found > last[block]) {
          tally.failed(
              "block " + block + " holds " + found + ", and " + durable[block] + " was durable");
        }
      }
      durable[block] = bytes.getLong(block * BLOCK_BYTES);
      last[block] = durable[block];
    }
  }

  @Override
  public void close() {
    killer.shutdownNow();
  }
}
