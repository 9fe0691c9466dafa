package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.medium.MemoryMedium;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlayFileTest {
  private static final Path PATH = Path.of("disk.img.overlay");
  private static final int BLOCKS = 40_000;
  private static final ImageStamp BASE =
      new ImageStamp(BLOCKS * 2048L, Instant.ofEpochSecond(1_203_080_000L, 250_000_000));
  private static final OverlayHeader HEADER = new OverlayHeader(new Geometry(2048, BLOCKS), BASE);

  /** Behind the header stand two pages of the map. */
  private static final int DATA_AT = 3 * 4096;

  private final MemoryChannel channel = new MemoryChannel(new byte[0]);

  @BeforeEach
  void begin() throws IOException {
    OverlayFile.begin(channel, HEADER);
    assertThat(channel.asked()).containsExactly("write 0 4096", "force");
  }

  @Test
  void beginsWithAHeader() {
    assertThat(channel.content()).hasSize(4096);
    assertThat(HexFormat.of().formatHex(channel.content(), 0, 44))
        .isEqualTo(
            "554d53494d4f564c" // UMSIMOVL
                + "01000000"
                + "00080000"
                + "409c000000000000"
                + "0000e20400000000"
                + "408bb54700000000"
                + "80b2e60e");
    assertThat(Arrays.copyOfRange(channel.content(), 48, 4096)).containsOnly(0);
  }

  @Test
  void synchronizesBlocksFirstAndTheMapThen() throws IOException {
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      assertThat(user.synchronize()).isTrue();
      assertThat(channel.asked()).isEmpty();

      user.write(32_767, new byte[2 * 2048]);
      assertThat(channel.asked())
          .containsExactly(
              "write " + (DATA_AT - 512) + " 512",
              "force",
              "write 4096 4096",
              "write 8192 4096",
              "write " + (DATA_AT + 32_767 * 2048) + " 4096");
      assertThat(user.synchronize()).isTrue();
      assertThat(channel.asked())
          .containsExactly("force", "write 4096 4096", "write 8192 4096", "force");

      assertThat(user.tryWriteDurably(32_768, new byte[2048])).isEqualTo(1);
      assertThat(channel.asked())
          .containsExactly("write " + (DATA_AT + 32_768 * 2048) + " 2048", "force", "force");
      assertThat(user.synchronize()).isTrue();
      assertThat(channel.asked()).isEmpty();
    }
    assertThat(channel.content()[4096 + 4095]).isEqualTo((byte) 0x80);
    assertThat(channel.content()[8192]).isEqualTo((byte) 0x01);
  }

  @Test
  void closingSynchronizes() throws IOException {
    var data = TestBytes.random(1, 2048);
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      user.write(5, data);
    }
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      assertThat(overlay.writtenBlocks()).isEqualTo(1);
      assertThat(user.read(5, 1)).isEqualTo(data);
    }
  }

  @Test
  void aMapIsNotWrittenForBlocksThatMayBeLost() throws IOException {
    var overlay = open();
    try (var user = new MediumUser(overlay)) {
      user.write(5, TestBytes.random(1, 2048));
      channel.failForces(1);
      channel.asked();
      assertThat(user.synchronize()).isFalse();
      assertThat(channel.asked()).containsExactly("force");
      assertThat(user.synchronize()).isFalse();
      assertThat(channel.asked()).isEmpty();
      assertThat(overlay.lastFailure())
          .get()
          .hasToString("java.io.IOException: an earlier synchronization lost blocks");
      assertThat(user.read(5, 1)).isEqualTo(TestBytes.random(1, 2048));
    }
    assertThatThrownBy(overlay::close).isInstanceOf(IOException.class);
    try (var again = open()) {
      assertThat(again.writtenBlocks()).isZero();
    }
  }

  /** What was acknowledged can be made durable however full the disk becomes. */
  @Test
  void theMapHasItsRoomBeforeABlockIsWritten() throws IOException {
    var data = TestBytes.random(1, 2048);
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      user.write(5, data);
      user.write(33_000, data);
      channel.fillUpHoles();
      assertThat(user.tryWrite(39_000, data)).isZero();
      assertThat(user.synchronize()).isTrue();
    }
    try (var again = open();
        var user = new MediumUser(again)) {
      assertThat(again.writtenBlocks()).isEqualTo(2);
      assertThat(user.read(33_000, 1)).isEqualTo(data);
    }
  }

  @Test
  void aWriteThatTheMapHasNoRoomForFails() throws IOException {
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      channel.fillUp(8192);
      assertThat(user.tryWrite(5, TestBytes.random(1, 2048))).isZero();
      assertThat(overlay.lastFailure())
          .get()
          .hasToString("java.io.IOException: No space left on device");
    }
    try (var again = open()) {
      assertThat(again.writtenBlocks()).isZero();
    }
  }

  @Test
  void aCrashBeforeTheFirstSynchronizationLeavesAnEmptyOverlay() throws IOException {
    var overlay = open();
    try (var user = new MediumUser(overlay)) {
      user.write(5, TestBytes.random(1, 2048));
    }
    var found = new MemoryChannel(Arrays.copyOf(channel.content(), DATA_AT));
    assertThat(OverlayFile.open(PATH, found).written().writtenBlocks()).isZero();
  }

  @Test
  void aMapThatFoundNoRoomIsWrittenLater() throws IOException {
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      user.write(5, TestBytes.random(1, 2048));
      channel.fillUp(4096);
      assertThat(user.synchronize()).isFalse();
      assertThat(overlay.lastFailure())
          .get()
          .hasToString("java.io.IOException: No space left on device");
      channel.fillUp(Long.MAX_VALUE);
      assertThat(user.synchronize()).isTrue();
    }
    try (var again = open()) {
      assertThat(again.writtenBlocks()).isEqualTo(1);
    }
  }

  @Test
  void isNewUntilItHasAHeader() throws IOException {
    assertThat(OverlayFile.isNew(new MemoryChannel(new byte[0]))).isTrue();
    assertThat(OverlayFile.isNew(new MemoryChannel(new byte[4096]))).isTrue();
    assertThat(OverlayFile.isNew(new MemoryChannel(new byte[] {0, 0, 1}))).isFalse();
    assertThat(OverlayFile.isNew(new MemoryChannel(new byte[4097]))).isFalse();
    assertThat(OverlayFile.isNew(channel)).isFalse();
  }

  @Test
  void refusesAnotherFile() {
    refuses(new byte[100], "is not an overlay; move it away: mv PATH PATH.old");
    refuses(TestBytes.random(1, 5000), "is not an overlay; move it away: mv PATH PATH.old");
  }

  @Test
  void refusesALaterVersion() {
    refuses(changed(8, 2), "was made by a later version of umsim; use that one");
  }

  @Test
  void refusesADamagedHeader() {
    for (int at = 12; at < 48; at++) {
      refuses(
          changed(at, channel.content()[at] + 1),
          "is damaged, its header; move it away: mv PATH PATH.old");
    }
  }

  @Test
  void refusesAMapOfBlocksThatDoNotExist() {
    var content = Arrays.copyOf(channel.content(), DATA_AT);
    content[8192 + (BLOCKS - 32_768) / 8] = 1;
    refuses(content, "is damaged, its map; move it away: mv PATH PATH.old");
  }

  @Test
  void refusesAFileThatWasCutOff() throws IOException {
    try (var overlay = open();
        var user = new MediumUser(overlay)) {
      user.write(1, new byte[2048]);
    }
    var whole = channel.content();
    assertThat(whole).hasSize(DATA_AT + 2 * 2048);
    refuses(
        Arrays.copyOf(whole, whole.length - 1),
        "is damaged, its end is missing: 16383 bytes of 16384; move it away: mv PATH PATH.old");
    refuses(
        Arrays.copyOf(whole, 6000),
        "is damaged, its end is missing: 6000 bytes of 12288; move it away: mv PATH PATH.old");
  }

  @Test
  void remembersTheImageThatItWasCommittedTo() throws IOException {
    var committed = new ImageStamp(BASE.lengthBytes(), Instant.ofEpochSecond(2_000_000_000, 7));
    assertThat(reopened().isIn(committed)).isFalse();
    reopened().markCommitted(committed);
    assertThat(channel.asked()).containsExactly("write 512 24", "force");
    assertThat(HexFormat.of().formatHex(channel.content(), 512, 532))
        .isEqualTo("0000e20400000000" + "0094357700000000" + "07000000");
    assertThat(reopened().isIn(committed)).isTrue();
    assertThat(reopened().isIn(BASE)).isFalse();

    // Half of a mark is none.
    channel.writeFully(ByteBuffer.wrap(new byte[8]), 520);
    assertThat(reopened().isIn(committed)).isFalse();
  }

  private byte[] changed(int position, int value) {
    var content = channel.content();
    content[position] = (byte) value;
    return content;
  }

  private OverlayFile reopened() throws IOException {
    return OverlayFile.open(PATH, channel);
  }

  private OverlayMedium open() throws IOException {
    return new OverlayMedium(new MemoryMedium(2048, BLOCKS), reopened(), () -> {});
  }

  private static void refuses(byte[] content, String line) {
    assertThatThrownBy(() -> OverlayFile.open(PATH, new MemoryChannel(content)))
        .isInstanceOf(ImageException.class)
        .hasMessage("%s", PATH + " " + line.replace("PATH", PATH.toString()));
  }
}
