package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.BlockCommand;
import dev.umsim.core.scsi.BlockCommand.Form;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.scsi.MultimediaCommand.ReadToc;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FileMedium;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An image that xorriso makes, read through a CD drive, and what xorriso finds in what was read.
 */
class CdImageTest {
  private static final int BLOCK_BYTES = 2048;
  private static final int CHUNK_BLOCKS = 32;

  @TempDir private Path folder;
  private Path image;
  private byte[] song;

  @BeforeEach
  void makeImage() throws Exception {
    ExternalTool.require("xorriso", "xorriso");
    song = new byte[1_000_003];
    new Random(1).nextBytes(song);
    var content = Files.createDirectories(folder.resolve("content/music"));
    Files.write(content.resolve("song.mp3"), song);
    Files.writeString(folder.resolve("content/readme.txt"), "a disc\n");
    image = folder.resolve("disc.iso");
    ExternalTool.succeed(
        "xorriso",
        "-as",
        "mkisofs",
        "-R",
        "-V",
        "UMSIM",
        "-o",
        image.toString(),
        folder.resolve("content").toString());
  }

  private static BulkOnlyHost host(UsbLink link) throws HostException {
    return new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
  }

  @Test
  void readsBackByteForByte() throws Exception {
    var copy = folder.resolve("copy.iso");
    var slot = MediumSlot.removable();
    try (var medium = FileMedium.openReadOnly(image, BLOCK_BYTES);
        var link =
            ReferenceDevice.builder().cdRom(slot).build().attach(new ZeroTimeBus(), Speed.HIGH)) {
      slot.insert(medium);
      var drive = Disk.open(host(link), 0);
      assertThat(drive.capacity().blockSize()).isEqualTo(BLOCK_BYTES);
      Files.write(copy, readAll(drive));
      assertThat(leadOut(drive)).isEqualTo(drive.capacity().blockCount());
    }
    assertThat(copy).hasSameBinaryContentAs(image);

    var extracted = folder.resolve("song.mp3");
    ExternalTool.succeed(
        "xorriso",
        "-osirrox",
        "on",
        "-indev",
        copy.toString(),
        "-extract",
        "/music/song.mp3",
        extracted.toString());
    assertThat(Files.readAllBytes(extracted)).isEqualTo(song);
    assertThat(ExternalTool.succeed("xorriso", "-indev", copy.toString(), "-toc"))
        .contains("UMSIM");
  }

  private static byte[] readAll(Disk drive) throws HostException {
    int blocks = (int) drive.capacity().blockCount();
    var bytes = Unpooled.wrappedBuffer(new byte[blocks * BLOCK_BYTES]);
    for (int block = 0; block < blocks; block += CHUNK_BLOCKS) {
      // READ (10) and READ (12) in turn.
      int count = Math.min(CHUNK_BLOCKS, blocks - block);
      var form = block / CHUNK_BLOCKS % 2 == 0 ? Form.TEN : Form.TWELVE;
      var cdb = new BlockCommand.Read(form, block, count, false, false).encode();
      int length = count * BLOCK_BYTES;
      int moved = drive.host().execute(0, cdb, Direction.IN, bytes, block * BLOCK_BYTES, length);
      assertThat(moved).isEqualTo(length);
    }
    return bytes.array();
  }

  private static long leadOut(Disk drive) throws HostException {
    var bytes = new byte[12];
    var command = new ReadToc(false, 0, false, 0xaa, bytes.length);
    drive
        .host()
        .execute(0, command.encode(), Direction.IN, Unpooled.wrappedBuffer(bytes), 0, bytes.length);
    return ByteBuffer.wrap(bytes).getInt(8);
  }
}
