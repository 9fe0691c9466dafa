package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.medium.FilledMedium.Writes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlayMediumTest {
  private static final int BLOCKS = 400;
  private static final byte[] CONTENT = TestBytes.random(1, BLOCKS * 512);

  private final MemoryMedium memory = new MemoryMedium(512, BLOCKS);
  private final FaultyMedium base = new FaultyMedium(memory);
  private final DelayedMedium lateBase = new DelayedMedium(base);
  private final MemoryChannel channel = new MemoryChannel(new byte[0]);
  private final TemporaryOverlay store = new TemporaryOverlay(channel, new Geometry(512, BLOCKS));
  private final OverlayMedium overlay = new OverlayMedium(base, store, () -> {});
  private final OverlayMedium lateOverlay = new OverlayMedium(lateBase, store, () -> {});
  private final MediumUser user = new MediumUser(overlay);
  private final MediumUser lateUser = new MediumUser(lateOverlay);

  @BeforeEach
  void fillBase() {
    try (var baseUser = new MediumUser(memory)) {
      baseUser.write(0, CONTENT);
    }
    for (int block = 0; block < BLOCKS; block++) {
      base.failWrites(block);
    }
  }

  @AfterEach
  void close() throws IOException {
    user.close();
    lateUser.close();
    overlay.close();
    lateOverlay.close();
  }

  @Test
  void isTheBaseUntilItIsWritten() {
    assertThat(overlay.blockSize()).isEqualTo(512);
    assertThat(overlay.blockCount()).isEqualTo(BLOCKS);
    assertThat(user.read(0, BLOCKS)).isEqualTo(CONTENT);
    assertThat(overlay.writtenBlocks()).isZero();
    assertThat(user.read(BLOCKS, 0)).isEmpty();
  }

  @Test
  void readsWhatWasWrittenAmongWhatWasNot() {
    var expected = CONTENT.clone();
    var data = TestBytes.random(2, 512);
    for (int block = 3; block < BLOCKS; block += 3) {
      user.write(block, data);
      System.arraycopy(data, 0, expected, block * 512, 512);
    }
    assertThat(user.read(0, BLOCKS)).isEqualTo(expected);
    assertThat(user.read(3, 1)).isEqualTo(data);
    assertThat(overlay.writtenBlocks()).isEqualTo(133);
    try (var baseUser = new MediumUser(base)) {
      assertThat(baseUser.read(0, BLOCKS)).isEqualTo(CONTENT);
    }
  }

  @Test
  void aWriteProtectedBaseCanBeWritten() throws IOException {
    var readOnly = new FilledMedium(Fill.BLOCK_NUMBERS, Writes.REFUSED, 512, 8);
    try (var medium = OverlayMedium.temporary(readOnly);
        var readOnlyUser = new MediumUser(medium)) {
      assertThat(medium.writeProtected()).isFalse();
      readOnlyUser.write(2, new byte[512]);
      assertThat(readOnlyUser.read(2, 1)).containsOnly(0);
      assertThat(readOnlyUser.synchronize()).isTrue();
    }
  }

  @Test
  void waitsForTheBase() {
    var data = TestBytes.random(2, 3 * 512);
    lateUser.write(100, data);
    lateUser.write(300, data);
    var expected = CONTENT.clone();
    System.arraycopy(data, 0, expected, 100 * 512, data.length);
    System.arraycopy(data, 0, expected, 300 * 512, data.length);

    var mixed = lateUser.beginRead(0, BLOCKS);
    var fromBase = lateUser.beginRead(0, 100);
    assertThat(lateUser.read(100, 3)).isEqualTo(data);
    assertThat(mixed.finished()).isFalse();
    assertThat(fromBase.finished()).isFalse();
    assertThat(lateBase.waiting()).isEqualTo(2);
    lateBase.serveAll();
    assertThat(lateUser.bytes(mixed)).isEqualTo(expected);
    assertThat(lateUser.bytes(fromBase)).isEqualTo(Arrays.copyOf(CONTENT, 100 * 512));
    lateUser.giveBack(mixed);
    lateUser.giveBack(fromBase);
  }

  @Test
  void aReadThatIsGivenUpIsServedToItsEnd() {
    lateUser.write(100, new byte[512]);
    var access = lateUser.beginRead(0, BLOCKS);
    lateUser.giveBack(access);
    lateBase.serveAll();
    assertThat(access.finished()).isTrue();
  }

  @Test
  void aBadBlockOfTheBaseFailsUntilItIsWritten() {
    base.failReads(150);
    lateUser.write(100, new byte[512]);
    var early = user.beginRead(90, 80);
    // What the overlay holds was read; the base fails as a whole.
    assertThat(early.goodBlocks()).isEqualTo(11);
    assertThat(early.failedBlock()).isEqualTo(150);
    user.giveBack(early);
    assertThat(user.tryRead(140, 20)).isZero();
    var late = lateUser.beginRead(50, 300);
    lateBase.serveAll();
    assertThat(late.failedBlock()).isEqualTo(150);
    lateUser.giveBack(late);

    user.write(150, TestBytes.random(2, 512));
    assertThat(user.read(140, 20)).containsSequence(TestBytes.random(2, 512));
  }

  @Test
  void aBadBlockOfTheOverlayFails() {
    user.write(100, new byte[10 * 512]);
    channel.spoil(105 * 512 + 3);
    assertThat(user.tryRead(0, BLOCKS)).isEqualTo(105);
    assertThat(user.tryRead(102, 5)).isEqualTo(3);
    assertThat(overlay.lastFailure()).get().hasToString("java.io.IOException: Input/output error");
    channel.spoil(-1);
    assertThat(user.tryRead(0, BLOCKS)).isEqualTo(BLOCKS);
  }

  @Test
  void aFullDiskLeavesTheBlocksThatFoundNoRoomAsTheyWere() {
    channel.fillUp(103 * 512 + 100);
    assertThat(user.tryWrite(100, new byte[10 * 512])).isEqualTo(3);
    assertThat(overlay.lastFailure())
        .get()
        .hasToString("java.io.IOException: No space left on device");
    assertThat(user.read(100, 3)).containsOnly(0);
    assertThat(user.read(103, 7)).isEqualTo(Arrays.copyOfRange(CONTENT, 103 * 512, 110 * 512));
    channel.fillUp(Long.MAX_VALUE);
    user.write(100, new byte[10 * 512]);
    assertThat(user.read(100, 10)).containsOnly(0);
  }

  @Test
  void aTemporaryOverlayForcesNothing() {
    assertThat(user.tryWriteDurably(1, new byte[512])).isEqualTo(1);
    assertThat(user.synchronize()).isTrue();
    assertThat(channel.asked()).containsExactly("write 512 512");
  }

  @Test
  void aTemporaryOverlayLeavesNoFile() throws IOException {
    var before = temporaryFiles();
    try (var medium = OverlayMedium.temporary(memory);
        var temporaryUser = new MediumUser(medium)) {
      temporaryUser.write(0, new byte[512]);
      assertThat(temporaryFiles()).isEqualTo(before);
    }
  }

  @Test
  void aLargeBaseCostsLittle() throws IOException {
    long blocks = (1L << 43) / 512;
    var large = new FilledMedium(Fill.BLOCK_NUMBERS, Writes.REFUSED, 512, blocks);
    try (var medium = OverlayMedium.temporary(large);
        var largeUser = new MediumUser(medium)) {
      largeUser.write(blocks - 2, new byte[512]);
      largeUser.write(1L << 31, new byte[512]);
      var bytes = ByteBuffer.wrap(largeUser.read(blocks - 3, 3));
      assertThat(bytes.getLong(0)).isEqualTo(blocks - 3);
      assertThat(bytes.getLong(512)).isZero();
      assertThat(bytes.getLong(1024)).isEqualTo(blocks - 1);
    }
  }

  @Test
  void aBaseThatIsTooLargeIsRefused() {
    for (long blocks : new long[] {(1L << 34) + 1, Long.MAX_VALUE, -1}) {
      var tooLarge = new FilledMedium(Fill.ZERO, Writes.REFUSED, 512, blocks);
      assertThatThrownBy(() -> OverlayMedium.temporary(tooLarge))
          .isInstanceOf(ImageException.class)
          .hasMessage("an overlay covers 8 TiB at most; use a smaller medium");
    }
  }

  @Test
  void refusesBlocksOutside() {
    assertThatThrownBy(() -> user.read(BLOCKS - 1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> user.write(BLOCKS, new byte[512]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Path> temporaryFiles() throws IOException {
    try (var files =
        Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "umsim*.overlay")) {
      var found = new ArrayList<Path>();
      files.forEach(found::add);
      return found;
    }
  }
}
