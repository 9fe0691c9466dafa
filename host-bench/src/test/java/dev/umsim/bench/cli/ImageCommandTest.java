package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.medium.KeptOverlay;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The commands on images: what they make, what they tell, and what they refuse. */
class ImageCommandTest {
  @TempDir Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void anImageIsMadeAndLookedInto() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("content/music"));
    Files.writeString(folder.resolve("content/music/a long name.txt"), "hello\n");
    var made =
        Ums.run(
            "image",
            "create",
            path("x.img"),
            "--size",
            "64M",
            "--fat",
            "32",
            "--label",
            "PLAYER",
            "--mbr",
            "--from",
            path("content"),
            "--time",
            "2008-02-15T12:34:56Z",
            "--seed",
            "7");
    made.expectGood();
    assertThat(made.out())
        .isEqualTo(
            path("x.img")
                + ": 64M, FAT32, clusters of 512, 3 of 127000 taken, 1 files, 1 folders"
                + System.lineSeparator());
    assertThat(Files.size(folder.resolve("x.img"))).isEqualTo(64L << 20);
    assertThat(Ums.run("image", "info", path("x.img")).expectGood().out().lines())
        .contains(
            "size: 67108864 bytes",
            "partition table: MBR",
            "partition 1: type 0c, blocks 2048 to 131071",
            "  file system: FAT32",
            "  label: PLAYER",
            "  free: 126997 (65022464 bytes)");
    ExternalTool.require("mtype", "mtools");
    assertThat(
            ExternalTool.succeed("mtype", "-i", path("x.img") + "@@1M", "::music/a long name.txt"))
        .isEqualTo("hello\n");
  }

  @Test
  void theSameOptionsGiveTheSameBytes() throws IOException {
    for (var name : new String[] {"a.img", "b.img"}) {
      Ums.run("image", "create", path(name), "--size", "4M", "--gpt", "--seed", "3").expectGood();
    }
    assertThat(Files.mismatch(folder.resolve("a.img"), folder.resolve("b.img"))).isEqualTo(-1);
  }

  @Test
  void whatCannotBeIsRefusedWithTheReason() {
    Ums.run(
            "image",
            "create",
            path("y.img"),
            "--size",
            "64M",
            "--fat",
            "32",
            "--block-size",
            "4096")
        .expectLine(
            2,
            "FAT32 has 65525 clusters at least; 67108864 bytes make 16320 clusters of 4096 bytes in"
                + " blocks of 4096");
    Ums.run("image", "create", path("y.img"), "--size", "64M", "--fat", "20")
        .expectLine(2, "--fat is 12, 16 or 32, not 20");
    Ums.run("image", "create", path("y.img"), "--size", "64M", "--time", "yesterday")
        .expectLine(2, "--time is written like 2008-02-15T12:34:56Z, not 'yesterday'");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anImageThatExistsIsKept() throws IOException {
    Files.writeString(folder.resolve("old.img"), "precious");
    Ums.run("image", "create", path("old.img"), "--size", "4M")
        .expectLine(1, path("old.img") + " exists already; name another file, or say --force");
    assertThat(folder.resolve("old.img")).hasContent("precious");
    Ums.run("image", "create", path("old.img"), "--size", "4M", "--force").expectGood();
    assertThat(Files.size(folder.resolve("old.img"))).isEqualTo(4L << 20);
  }

  @Test
  void anOverlayIsCommittedOrDiscarded() throws IOException {
    Ums.run("image", "create", path("x.img"), "--size", "4M").expectGood();
    writeAside("first");
    assertThat(Ums.run("image", "commit", path("x.img.overlay")).expectGood().out())
        .isEqualTo("1 blocks committed" + System.lineSeparator());
    assertThat(textAtBlock100()).isEqualTo("first");
    writeAside("other");
    Ums.run("image", "discard", path("x.img.overlay")).expectGood();
    assertThat(textAtBlock100()).isEqualTo("first");
    Ums.run("image", "commit", path("x.img.overlay"))
        .expectLine(1, path("x.img.overlay") + " does not exist; check the path");
    writeAside("orphan");
    Files.delete(folder.resolve("x.img"));
    Ums.run("image", "discard", path("x.img.overlay")).expectGood();
    assertThat(folder.resolve("x.img.overlay")).doesNotExist();
    Ums.run("image", "discard", path("x.img"))
        .expectLine(
            2, path("x.img") + " is not named like an overlay; name the file IMAGE.overlay");
  }

  @Test
  void whatTheBenchWritesInPlaceGoesToTheOverlayThatIsNamed() throws IOException {
    Ums.run("image", "create", path("x.img"), "--size", "4M").expectGood();
    var before = Files.readAllBytes(folder.resolve("x.img"));
    String[] bench = {
      "bench",
      "sim:reference?image=" + path("x.img") + ",overlay",
      "--speed",
      "high",
      "--bs",
      "4k",
      "--op",
      "write",
      "--size",
      "4k"
    };
    Ums.run(bench).expectGood();
    assertThat(folder.resolve("x.img.overlay")).doesNotExist();
    var inPlace = Arrays.copyOf(bench, bench.length + 1);
    inPlace[bench.length] = "--in-place";
    Ums.run(inPlace).expectGood();
    assertThat(Files.readAllBytes(folder.resolve("x.img"))).isEqualTo(before);
    assertThat(Ums.run("image", "commit", path("x.img.overlay")).expectGood().out())
        .isEqualTo("8 blocks committed" + System.lineSeparator());
    assertThat(Arrays.mismatch(Files.readAllBytes(folder.resolve("x.img")), before))
        .isBetween(0, 8);
  }

  private void writeAside(String text) throws IOException {
    try (var pool = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, 4096);
        var overlay = KeptOverlay.of(folder.resolve("x.img")).open(512)) {
      var access = pool.take();
      access.memory().setZero(0, 512).setBytes(0, text.getBytes());
      overlay.write(access.prepare(100, 1, false));
      pool.giveBack(access);
    }
  }

  private String textAtBlock100() throws IOException {
    var bytes = Files.readAllBytes(folder.resolve("x.img"));
    return new String(bytes, 100 * 512, 5);
  }

  @Test
  void anImageThatIsNotThereIsToldOf() {
    Ums.run("image", "info", path("nope.img"))
        .expectLine(1, path("nope.img") + " does not exist; check the path");
    Ums.run("image", "info", folder.toString())
        .expectLine(1, folder + " is a folder; choose another file or folder");
    Ums.run("image", "info", "/dev/zero")
        .expectLine(1, "/dev/zero is no ordinary file; choose another file or folder");
  }

  @Test
  void whatIsInAnImageIsToldInJson() throws IOException {
    Ums.run("image", "create", path("x.img"), "--size", "64M", "--mbr", "--label", "STICK")
        .expectGood();
    var json = Ums.run("image", "info", path("x.img"), "--json", "-").expectGood().out();
    var root = JsonMapper.shared().readTree(json);
    assertThat(root.get("schema").asString()).isEqualTo("ums-image/1");
    var row = root.get("rows").get(0);
    assertThat(row.get("sizeBytes").asLong()).isEqualTo(64 << 20);
    assertThat(row.get("partitionTable").asString()).isEqualTo("mbr");
    assertThat(row.get("anomalies").size()).isZero();
    var volume = row.get("volumes").get(0);
    assertThat(volume.get("partition").get("firstBlock").asLong()).isEqualTo(2048);
    assertThat(volume.get("partition").get("name").isNull()).isTrue();
    assertThat(volume.get("fileSystem").get("type").asString()).isEqualTo("FAT16");
    assertThat(volume.get("fileSystem").get("label").asString()).isEqualTo("STICK");
    Ums.run("image", "info", path("x.img"), "--json", path("x.img"))
        .expectLine(
            2, "--json " + path("x.img") + " would overwrite the image; choose another file");
  }

  @Test
  void aCaptureIsNoImage() throws IOException {
    var capture = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    capture.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putInt(20, 220);
    Files.write(folder.resolve("stick.pcap"), capture.array());
    Ums.run("image", "info", path("stick.pcap"))
        .expectLine(
            1,
            path("stick.pcap")
                + " is a capture of traffic and no image (see: ums explain); choose another file"
                + " or folder");
    for (var target :
        new String[] {path("stick.pcap"), "sim:reference?image=" + path("stick.pcap")}) {
      Ums.run("bench", target, "--bs", "512")
          .expectLine(
              1,
              path("stick.pcap")
                  + " is a capture of traffic and no image; see what is in it: ums explain "
                  + path("stick.pcap"));
    }
  }

  @Test
  void whatCannotBeRecordedReplacesNothing() throws IOException {
    Files.writeString(folder.resolve("old.txt"), "precious");
    assertThat(
            Ums.run("record", path("old.txt"), "sim:reference", "--", "bench", "--op", "sing")
                .status())
        .isEqualTo(2);
    assertThat(folder.resolve("old.txt")).hasContent("precious");
    Files.createFile(folder.resolve("empty.txt"));
    Ums.run("replay", path("empty.txt"))
        .expectLine(2, path("empty.txt") + " has no case to play; is it an exchange file?");
  }

  @Test
  void aDeviceWithoutSynchronizeCacheIsNoted() {
    for (var target : List.of("sim:rockbox-2026", "sim:rockbox-20080211")) {
      var run = Ums.run("bench", target, "--op", "write", "--bs", "4k", "--size", "4k");
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.err()).contains("SYNCHRONIZE CACHE fails; nobody knows");
    }
  }
}
