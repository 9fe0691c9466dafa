package dev.umsim.sim.stick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Irregularity;
import dev.umsim.core.scsi.Sense;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/library.md, which quotes what stands between its marks, and more. */
class StickTest {
  @TempDir Path folder;

  private static byte[] blocks(int count, int value) {
    var bytes = new byte[count * Stick.BLOCK_BYTES];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  @Test
  void firstSteps() throws Exception {
    byte[] data = blocks(1, 0x5a);
    // example: first
    try (var stick = Stick.ofBytes(64 << 20).plugIn()) {
      stick.write(7, data);
      assertThat(stick.read(7, 1)).isEqualTo(data);
    }
    // end
  }

  @Test
  void aBadBlock() throws Exception {
    // example: bad block
    try (var stick = Stick.ofBytes(64 << 20).plugIn()) {
      stick.failBlock(4711);
      assertThatThrownBy(() -> stick.read(4700, 64))
          .isInstanceOf(CommandFailedException.class)
          .hasMessageContaining("03/11/00");
    }
    // end
  }

  @Test
  void pulled() throws Exception {
    // example: pulled
    try (var stick = Stick.ofBytes(64 << 20).plugIn()) {
      stick.write(0, new byte[4096]);
      stick.unplug();
      assertThatThrownBy(() -> stick.read(0, 8)).isInstanceOf(DeviceGoneException.class);
    }
    // end
  }

  @Test
  void time() throws Exception {
    // example: time
    try (var stick = Stick.ofBytes(64 << 20).atFullSpeed().plugIn()) {
      long before = stick.nanos();
      stick.read(0, 2048);
      long bytesPerSecond = (1L << 20) * 1_000_000_000 / (stick.nanos() - before);
      assertThat(bytesPerSecond).isBetween(1_210_000L, 1_216_000L); // 19 packets of 64 bytes a ms
    }
    // end
  }

  @Test
  void deviating() throws Exception {
    // example: deviating
    try (var stick = Stick.ofBytes(64 << 20).with("residue-always-zero").plugIn()) {
      assertThat(stick.read(0, 1)).containsOnly(0);
    }
    // end
  }

  @Test
  void anImageStaysAsItIs() throws Exception {
    var image = Files.write(folder.resolve("disk.img"), blocks(64, 0x11));
    try (var stick = Stick.ofImage(image).plugIn()) {
      stick.write(63, blocks(1, 0x22));
      assertThat(stick.read(62, 2)).startsWith(0x11).endsWith(0x22);
    }
    assertThat(Files.readAllBytes(image)).containsOnly(0x11);
  }

  @Test
  void anImageIsWrittenOnDemandOnly() throws Exception {
    var image = Files.write(folder.resolve("disk.img"), blocks(64, 0x11));
    try (var stick = Stick.ofImage(image).writingToItsImage().plugIn()) {
      stick.write(63, blocks(1, 0x22));
      assertThat(stick.synchronizeCache()).isTrue();
    }
    assertThat(Files.readAllBytes(image)).endsWith(0x22);
  }

  @Test
  void everyBlockWorksAgain() throws Exception {
    try (var stick = Stick.ofBytes(1 << 20).plugIn()) {
      stick.failBlock(3);
      assertThatThrownBy(() -> stick.write(3, blocks(1, 1)))
          .isInstanceOfSatisfying(
              CommandFailedException.class,
              e -> assertThat(e.senseData().sense()).isEqualTo(Sense.WRITE_ERROR));
      stick.failNothing();
      stick.write(3, blocks(1, 1));
      assertThat(stick.read(3, 1)).containsOnly(1);
    }
  }

  @Test
  void whatTheHostForgivesIsNoted() throws Exception {
    try (var stick = Stick.ofBytes(1 << 20).with("status-with-command-signature").plugIn()) {
      assertThat(stick.read(0, 300)).hasSize(300 * 512);
      assertThat(stick.notes())
          .anyMatch(note -> note.irregularity() == Irregularity.STATUS_SIGNATURE);
    }
  }

  @Test
  void badInputIsRefused() {
    assertThatThrownBy(() -> Stick.ofBytes(513))
        .hasMessage("a stick has a multiple of 512 bytes, not 513");
    assertThatThrownBy(() -> Stick.ofBytes(512).with("nothing"))
        .hasMessageStartingWith("there is no deviation 'nothing'; see: ums list deviations");
    assertThatThrownBy(() -> Stick.ofBytes(512).writingToItsImage())
        .hasMessage("a stick in memory has no image");
    assertThatThrownBy(() -> Stick.ofImage(folder.resolve("none")).plugIn())
        .isInstanceOf(java.io.IOException.class);
  }

  @Test
  void failsOnDemand() throws Exception {
    try (var stick = Stick.ofBytes(64 * 512).plugIn()) {
      stick.fail("opcode=28 lba=17 nth=2 -> sense=03/11/00");
      stick.read(17, 1);
      assertThatThrownBy(() -> stick.read(17, 1)).isInstanceOf(CommandFailedException.class);
      stick.read(17, 1);
      stick.fail("lba=17 -> unplug");
      assertThatThrownBy(() -> stick.read(17, 1)).isInstanceOf(DeviceGoneException.class);
      assertThatThrownBy(() -> stick.fail("lba=17 -> explode"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void hasDeviationsWithParameters() throws Exception {
    try (var stick =
        Stick.ofBytes(64 * 512)
            .with("transfers-limited:blocks=8")
            .with("storage-on-interface-1")
            .plugIn()) {
      stick.read(0, 8);
      assertThatThrownBy(() -> stick.read(0, 9)).isInstanceOf(CommandFailedException.class);
    }
    assertThatThrownBy(() -> Stick.ofBytes(512).with("transfers-limited:bytes=8"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
