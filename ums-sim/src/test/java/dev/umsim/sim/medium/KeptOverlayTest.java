package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptOverlayTest {
  private static final byte[] CONTENT = TestBytes.random(1, 64 * 512);
  private static final byte[] WRITTEN = TestBytes.random(2, 3 * 512);

  @TempDir Path directory;
  private Path image;
  private KeptOverlay overlay;

  @BeforeEach
  void makeImage() throws IOException {
    image = Files.write(directory.resolve("disk.img"), CONTENT);
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000)));
    overlay = KeptOverlay.of(image);
  }

  @Test
  void isMadeBesideTheImage() throws IOException {
    assertThat(overlay.path()).isEqualTo(directory.resolve("disk.img.overlay"));
    assertThat(overlay.exists()).isFalse();
    overlay.open(512).close();
    assertThat(overlay.exists()).isTrue();
    assertThat(overlay.path()).hasSize(4096);
  }

  @Test
  void isContinued() throws IOException {
    var expected = CONTENT.clone();
    for (int first = 0; first < 60; first += 20) {
      System.arraycopy(WRITTEN, 0, expected, first * 512, WRITTEN.length);
      try (var medium = overlay.open(512);
          var user = new MediumUser(medium)) {
        user.write(first, WRITTEN);
      }
      try (var medium = overlay.open(512);
          var user = new MediumUser(medium)) {
        assertThat(user.read(0, 64)).isEqualTo(expected);
      }
    }
    assertThat(image).hasBinaryContent(CONTENT);
    assertThat(Files.getLastModifiedTime(image).toInstant()).isEqualTo("2008-02-15T12:53:20Z");
  }

  @Test
  void leavesTheImageReadableToOthersAndNotWritable() throws IOException {
    try (var medium = overlay.open(512)) {
      assertThat(medium.writeProtected()).isFalse();
      FileMedium.openReadOnly(image, 512).close();
      assertThatThrownBy(() -> FileMedium.open(image, 512)).hasMessageContaining("is in use");
      assertThatThrownBy(() -> overlay.open(512))
          .hasMessage(
              "%s is in use already in this program; use a copy of it, or both read-only",
              overlay.path());
      assertThatThrownBy(() -> overlay.discard()).hasMessageContaining("is in use");
    }
    FileMedium.open(image, 512).close();
  }

  @Test
  void refusesAnImageOfAnotherTime() throws IOException {
    overlay.open(512).close();
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000, 1000)));
    var line =
        "%1$s was made for an image of 32768 bytes written 2008-02-15T12:53:20Z,"
            + " but %2$s has 32768 bytes written 2008-02-15T12:53:20.000001Z;"
            + " put that image back (if only its time changed: touch -d 2008-02-15T12:53:20Z %2$s),"
            + " or give the overlay up: rm %1$s";
    assertThatThrownBy(() -> overlay.open(512))
        .isInstanceOf(ImageException.class)
        .hasMessage(line, overlay.path(), image);
    assertThatThrownBy(() -> overlay.discard())
        .isInstanceOf(ImageException.class)
        .hasMessage(line, overlay.path(), image);
    assertThat(overlay.exists()).isTrue();
    // Nothing stays locked.
    FileMedium.open(image, 512).close();
    FileMedium.open(overlay.path(), 512).close();
  }

  @Test
  void refusesAnImageOfAnotherLength() throws IOException {
    overlay.open(512).close();
    Files.write(image, new byte[1024]);
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000)));
    assertThatThrownBy(() -> overlay.open(512))
        .hasMessage(
            "%1$s was made for an image of 32768 bytes written 2008-02-15T12:53:20Z,"
                + " but %2$s has 1024 bytes written 2008-02-15T12:53:20Z;"
                + " put that image back, or give the overlay up: rm %1$s",
            overlay.path(), image);
  }

  @Test
  void refusesAnotherBlockSize() throws IOException {
    overlay.open(512).close();
    assertThatThrownBy(() -> overlay.open(2048))
        .isInstanceOf(ImageException.class)
        .hasMessage("%s has blocks of 512 bytes, not 2048; choose that block size", overlay.path());
  }

  @Test
  void refusesAnImageThatIsNone() {
    var missing = KeptOverlay.of(directory.resolve("missing.img"));
    assertThatThrownBy(() -> missing.open(512)).hasMessageContaining("does not exist");
    assertThat(missing.exists()).isFalse();
  }

  @Test
  void refusesAFileThatIsNoOverlay() throws IOException {
    Files.write(overlay.path(), TestBytes.random(3, 5000));
    assertThatThrownBy(() -> overlay.open(512))
        .isInstanceOf(ImageException.class)
        .hasMessage("%1$s is not an overlay; move it away: mv %1$s %1$s.old", overlay.path());
    assertThat(overlay.path()).hasBinaryContent(TestBytes.random(3, 5000));
  }

  @Test
  void beginsAnewWhereACrashLeftNoHeader() throws IOException {
    Files.write(overlay.path(), new byte[4096]);
    try (var medium = overlay.open(512);
        var user = new MediumUser(medium)) {
      assertThat(user.read(0, 64)).isEqualTo(CONTENT);
    }
    Files.write(overlay.path(), new byte[0]);
    assertThat(overlay.commit()).isZero();
    assertThat(overlay.exists()).isFalse();
  }

  @Test
  void isSparse() throws IOException {
    Allocated.assumeHolesIn(directory);
    var large = directory.resolve("large.img");
    Allocated.makeHole(large, 32L << 30);
    var keptOverLarge = KeptOverlay.of(large);
    try (var medium = keptOverLarge.open(512);
        var user = new MediumUser(medium)) {
      user.write((32L << 21) - 3, WRITTEN);
    }
    assertThat(Allocated.bytes(keptOverLarge.path())).isBetween(4096L, 1L << 20);
    try (var medium = keptOverLarge.open(512);
        var user = new MediumUser(medium)) {
      assertThat(user.read((32L << 21) - 4, 4)).startsWith(new byte[512]).endsWith(WRITTEN);
    }
    assertThat(Allocated.bytes(large)).isZero();
  }

  @Test
  void discardDeletesItAndLeavesTheImage() throws IOException {
    try (var medium = overlay.open(512);
        var user = new MediumUser(medium)) {
      user.write(0, WRITTEN);
    }
    overlay.discard();
    assertThat(overlay.exists()).isFalse();
    try (var medium = overlay.open(512);
        var user = new MediumUser(medium)) {
      assertThat(user.read(0, 3)).isEqualTo(Arrays.copyOf(CONTENT, 3 * 512));
    }
    overlay.discard();
    assertThatThrownBy(() -> overlay.discard())
        .isInstanceOf(ImageException.class)
        .hasMessage("%s has no overlay: there is no %s", image, overlay.path());
  }

  @Test
  void discardDeletesAnOverlayWhoseImageIsGoneAndCommitDoesNot() throws IOException {
    overlay.open(512).close();
    Files.delete(image);
    assertThatThrownBy(() -> overlay.commit())
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("%s does not exist", image);
    assertThat(overlay.exists()).isTrue();
    overlay.discard();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void discardDeletesNothingThatIsNoOverlayOrIsInUse() throws IOException {
    Files.delete(image);
    Files.write(overlay.path(), CONTENT);
    assertThatThrownBy(() -> overlay.discard()).hasMessageContaining("is not an overlay");
    assertThat(overlay.path()).hasBinaryContent(CONTENT);
    Files.delete(overlay.path());
    Files.write(image, CONTENT);
    try (var medium = overlay.open(512)) {
      Files.delete(image);
      assertThatThrownBy(() -> overlay.discard()).hasMessageContaining("is in use");
      assertThat(medium.blockCount()).isEqualTo(64);
    }
    assertThat(overlay.exists()).isTrue();
  }

  @Test
  void discardRefusesAnImageThatIsBeingWritten() throws IOException {
    overlay.open(512).close();
    try (var medium = FileMedium.open(image, 512)) {
      assertThatThrownBy(() -> overlay.discard()).hasMessageContaining("is in use");
      assertThat(medium.blockCount()).isEqualTo(64);
    }
    assertThat(overlay.exists()).isTrue();
  }
}
