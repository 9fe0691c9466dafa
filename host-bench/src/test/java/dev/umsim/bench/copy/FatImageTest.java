package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File systems that other programs make and check, moved through the device. */
class FatImageTest {
  private static final int CHUNK_BLOCKS = 128;

  @TempDir Path folder;
  private Path image;
  private Path song;

  @BeforeEach
  void makeImage() throws Exception {
    ExternalTool.require("mkfs.fat", "dosfstools");
    ExternalTool.require("fsck.fat", "dosfstools");
    ExternalTool.require("mcopy", "mtools");
    image = folder.resolve("fat.img");
    ExternalTool.succeed("mkfs.fat", "-C", image.toString(), "8192");
    var bytes = new byte[3_000_001];
    new Random(1).nextBytes(bytes);
    song = Files.write(folder.resolve("song.mp3"), bytes);
    ExternalTool.succeed("mcopy", "-i", image.toString(), song.toString(), "::SONG.MP3");
  }

  private static Target open(Path file) throws IOException {
    return Targets.open(TargetNotation.Simulated.image(file), Writes.IN_PLACE);
  }

  private static Disk disk(UsbLink link) throws Exception {
    return Disk.open(new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty())), 0);
  }

  private static byte[] readAll(Path file) throws Exception {
    try (var target = open(file);
        var link = target.attach(Speed.HIGH)) {
      var disk = disk(link);
      int blocks = (int) disk.capacity().blockCount();
      var bytes = Unpooled.wrappedBuffer(new byte[blocks * 512]);
      for (int block = 0; block < blocks; block += CHUNK_BLOCKS) {
        disk.read(block, Math.min(CHUNK_BLOCKS, blocks - block), bytes, block * 512);
      }
      return bytes.array();
    }
  }

  private static void writeAll(Path file, byte[] bytes) throws Exception {
    try (var target = open(file);
        var link = target.attach(Speed.HIGH)) {
      var disk = disk(link);
      int blocks = bytes.length / 512;
      for (int block = 0; block < blocks; block += CHUNK_BLOCKS) {
        int count = Math.min(CHUNK_BLOCKS, blocks - block);
        disk.write(block, count, Unpooled.wrappedBuffer(bytes), block * 512, false);
      }
      disk.synchronizeCache();
    }
  }

  @Test
  void isReadByteForByte() throws Exception {
    var before = Files.readAllBytes(image);
    assertThat(readAll(image)).isEqualTo(before);
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void isSoundWhereItWasWrittenThroughTheDevice() throws Exception {
    var copy = folder.resolve("copy.img");
    try (var file = new RandomAccessFile(copy.toFile(), "rw")) {
      file.setLength(Files.size(image));
    }
    writeAll(copy, readAll(image));
    ExternalTool.succeed("fsck.fat", "-n", "-v", copy.toString());
    var back = folder.resolve("back.mp3");
    ExternalTool.succeed("mcopy", "-i", copy.toString(), "::SONG.MP3", back.toString());
    assertThat(back).hasSameBinaryContentAs(song);
  }
}
