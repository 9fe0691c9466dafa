package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlayCommitTest {
  private static final int BLOCKS = 5000;
  private static final byte[] OLD = TestBytes.random(1, BLOCKS * 512);
  private static final byte[] WRITTEN = TestBytes.random(2, 100 * 512);

  /** The old image with the written blocks at block 10 and, at 2000. */
  private static final byte[] NEW = OLD.clone();

  static {
    System.arraycopy(WRITTEN, 0, NEW, 10 * 512, WRITTEN.length);
    System.arraycopy(WRITTEN, 0, NEW, 2000 * 512, WRITTEN.length);
  }

  @TempDir Path directory;
  private Path image;
  private Path overlay;

  @BeforeEach
  void makeImageAndOverlay() throws IOException {
    image = Files.write(directory.resolve("disk.img"), OLD);
    // Otherwise the old image and the new one could be of the same instant.
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000)));
    overlay = directory.resolve("disk.img.overlay");
    writeToOverlay();
  }

  private void writeToOverlay() throws IOException {
    try (var medium = KeptOverlay.of(image).open(512);
        var user = new MediumUser(medium)) {
      user.write(10, WRITTEN);
      user.write(2000, WRITTEN);
    }
  }

  @Test
  void writesTheBlocksAndDeletesTheOverlay() throws IOException {
    assertThat(image).hasBinaryContent(OLD);
    assertThat(KeptOverlay.of(image).commit()).isEqualTo(200);
    assertThat(image).hasBinaryContent(NEW);
    assertOnlyTheImageIsThere();
  }

  @Test
  void doesEachStepAfterThoseThatItRestsOn() throws IOException {
    var steps = new CrashingSteps(Integer.MAX_VALUE);
    new KeptOverlay(image, steps).commit();
    assertThat(steps.done())
        .containsExactly(
            "delete overlay-commit",
            "create overlay-commit",
            "copy to overlay-commit",
            "write overlay-commit",
            "write overlay-commit",
            "copy attributes to overlay-commit",
            "force overlay-commit",
            "write overlay",
            "force overlay",
            "rename to img",
            "force directory of img",
            "delete overlay",
            "force directory of overlay");
  }

  @Test
  void killedAtAnyMomentItLeavesTheOldImageOrTheNewOne() throws IOException {
    for (int steps = 0; steps < 13; steps++) {
      Files.write(image, OLD);
      Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000)));
      Files.deleteIfExists(overlay);
      writeToOverlay();
      var killed = new KeptOverlay(image, new CrashingSteps(steps));
      assertThatThrownBy(killed::commit).isInstanceOf(ImageException.class);

      assertThat(image).hasBinaryContent(steps < 10 ? OLD : NEW);
      // Whoever opens it again finds what was written, committed or not.
      if (steps % 2 == 0) {
        try (var medium = KeptOverlay.of(image).open(512);
            var user = new MediumUser(medium)) {
          assertThat(medium.writtenBlocks()).isEqualTo(steps < 10 ? 200 : 0);
          assertThat(user.read(0, 500)).isEqualTo(Arrays.copyOf(NEW, 500 * 512));
        }
        assertThat(directory.resolve("disk.img.overlay-commit")).doesNotExist();
      }
      // And can commit again.
      if (Files.exists(overlay)) {
        KeptOverlay.of(image).commit();
      }
      assertThat(image).hasBinaryContent(NEW);
      assertOnlyTheImageIsThere();
    }
  }

  @Test
  void anOverlayThatACrashLeftBehindIsNotCommittedTwice() throws IOException {
    assertThatThrownBy(new KeptOverlay(image, new CrashingSteps(11))::commit)
        .hasMessage(
            "%s is committed but could not be deleted: killed; commit again, or delete it: rm %s",
            overlay, overlay);
    assertThat(KeptOverlay.of(image).commit()).isZero();
    assertThat(image).hasBinaryContent(NEW);
    assertOnlyTheImageIsThere();
  }

  @Test
  void anOverlayThatACrashLeftBehindIsRefusedOnceTheImageChanges() throws IOException {
    assertThatThrownBy(new KeptOverlay(image, new CrashingSteps(11))::commit)
        .isInstanceOf(ImageException.class);
    Files.write(image, OLD);
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_001)));
    assertThatThrownBy(() -> KeptOverlay.of(image).open(512))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("was made for an image of");
  }

  @Test
  void aDiskThatIsFullLeavesTheImageAndTheOverlay() throws IOException {
    var full = new FullDisk();
    assertThatThrownBy(new KeptOverlay(image, full)::commit)
        .isInstanceOf(ImageException.class)
        .hasMessage(
            "%s was not committed: No space left on device; %s is as it was: mend that and commit again",
            overlay, image);
    assertThat(image).hasBinaryContent(OLD);
    assertThat(directory.resolve("disk.img.overlay-commit")).doesNotExist();
    assertThat(KeptOverlay.of(image).commit()).isEqualTo(200);
  }

  @Test
  void refusesAnImageThatChanged() throws IOException {
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_001)));
    assertThatThrownBy(() -> KeptOverlay.of(image).commit())
        .isInstanceOf(ImageException.class)
        .hasMessage(
            "%1$s was made for an image of 2560000 bytes written 2008-02-15T12:53:20Z,"
                + " but %2$s has 2560000 bytes written 2008-02-15T12:53:21Z;"
                + " put that image back (if only its time changed: touch -d 2008-02-15T12:53:20Z %2$s),"
                + " or give the overlay up: rm %1$s",
            overlay, image);
    assertThat(image).hasBinaryContent(OLD);
    assertThat(overlay).exists();
  }

  @Test
  void refusesWhatIsInUse() throws IOException {
    try (var medium = KeptOverlay.of(image).open(512)) {
      assertThatThrownBy(() -> KeptOverlay.of(image).commit()).hasMessageContaining("is in use");
      assertThat(medium.writtenBlocks()).isEqualTo(200);
    }
    try (var medium = FileMedium.openReadOnly(image, 512)) {
      assertThatThrownBy(() -> KeptOverlay.of(image).commit()).hasMessageContaining("is in use");
      assertThat(medium.blockCount()).isEqualTo(BLOCKS);
    }
    try (var other = LockingProgram.on(overlay)) {
      assertThat(other.locked()).isTrue();
      assertThatThrownBy(() -> KeptOverlay.of(image).commit())
          .hasMessage(
              "%s is in use by another program; end that one, or use a copy of the file", overlay);
    }
    assertThat(image).hasBinaryContent(OLD);
  }

  @Test
  void refusesAnImageWithSeveralNames() throws IOException {
    assumeTrue(image.getFileSystem().supportedFileAttributeViews().contains("unix"));
    Files.createLink(directory.resolve("other.img"), image);
    assertThatThrownBy(() -> KeptOverlay.of(image).commit())
        .hasMessage(
            "%1$s has several names (hard links), of which one would be committed; copy it: cp -p %1$s %1$s.copy",
            image);
    assertThat(image).hasBinaryContent(OLD);
  }

  @Test
  void refusesAnImageWithoutOverlay() throws IOException {
    KeptOverlay.of(image).discard();
    assertThatThrownBy(() -> KeptOverlay.of(image).commit())
        .hasMessage("%s has no overlay: there is no %s", image, overlay);
  }

  @Test
  void refusesAnImageThatMayNotBeWritten() throws IOException {
    Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("r--r--r--"));
    assumeFalse(Files.isWritable(image), "the superuser may do anything");
    assertThatThrownBy(() -> KeptOverlay.of(image).commit())
        .hasMessageContaining("may not be written");
  }

  @Test
  void anEmptyOverlayLeavesTheImageAlone() throws IOException {
    Files.delete(overlay);
    KeptOverlay.of(image).open(512).close();
    var before = Files.readAttributes(image, "unix:ino,lastModifiedTime");
    assertThat(KeptOverlay.of(image).commit()).isZero();
    assertThat(Files.readAttributes(image, "unix:ino,lastModifiedTime")).isEqualTo(before);
    assertOnlyTheImageIsThere();
  }

  @Test
  void keepsPermissionsAndOwner() throws IOException {
    var permissions = PosixFilePermissions.fromString("rw-rw-r--");
    Files.setPosixFilePermissions(image, permissions);
    var owner = Files.readAttributes(image, "unix:uid,gid,mode");
    KeptOverlay.of(image).commit();
    assertThat(image).hasBinaryContent(NEW);
    assertThat(Files.readAttributes(image, "unix:uid,gid,mode")).isEqualTo(owner);
  }

  @Test
  void commitsThroughALinkAndKeepsTheLink() throws IOException {
    var elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    var link = Files.createSymbolicLink(elsewhere.resolve("link.img"), image);
    try (var medium = KeptOverlay.of(link).open(512);
        var user = new MediumUser(medium)) {
      user.write(10, WRITTEN);
      user.write(2000, WRITTEN);
    }
    KeptOverlay.of(link).commit();
    assertThat(link).isSymbolicLink();
    assertThat(image).hasBinaryContent(NEW);
    assertThat(elsewhere.resolve("link.img.overlay")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesHolesWhereThereAreZeros(boolean withHelpOfTheSystem) throws IOException {
    Allocated.assumeHolesIn(directory);
    var sparse = directory.resolve("sparse.img");
    Allocated.makeHole(sparse, (64 << 20) + 512);
    try (var medium = FileMedium.open(sparse, 512);
        var user = new MediumUser(medium)) {
      user.write(1000, WRITTEN);
    }
    try (var medium = KeptOverlay.of(sparse).open(512);
        var user = new MediumUser(medium)) {
      user.write(1090, new byte[5 * 512]);
      user.write(100_000, WRITTEN);
      for (int first = 110_000; first < 130_000; first += 500) {
        user.write(first, new byte[500 * 512]);
      }
      user.write(64 << 11, TestBytes.random(3, 512));
    }
    new KeptOverlay(sparse, withHelpOfTheSystem ? new DiskSteps() : new PlainSteps()).commit();
    assertThat(Allocated.bytes(sparse)).isBetween(4096L, 1L << 20);
    assertThat(sparse).hasSize((64 << 20) + 512);
    try (var medium = FileMedium.open(sparse, 512);
        var user = new MediumUser(medium)) {
      assertThat(user.read(1000, 90)).isEqualTo(Arrays.copyOf(WRITTEN, 90 * 512));
      assertThat(user.read(1090, 5)).containsOnly(0);
      assertThat(user.read(1095, 5)).isEqualTo(Arrays.copyOfRange(WRITTEN, 95 * 512, 100 * 512));
      assertThat(user.read(100_000, 100)).isEqualTo(WRITTEN);
      assertThat(user.read(110_000, 100)).containsOnly(0);
      assertThat(user.read(64 << 11, 1)).isEqualTo(TestBytes.random(3, 512));
    }
  }

  @Test
  void needsNoHelpOfTheSystem() throws IOException {
    new KeptOverlay(image, new PlainSteps()).commit();
    assertThat(image).hasBinaryContent(NEW);
    assertOnlyTheImageIsThere();
  }

  @Test
  void needsNoHelpOfTheSystemWhereThatGaveUpHalfWay() throws IOException {
    var gaveUp =
        new PlainSteps() {
          @Override
          public boolean copy(Path from, Path to) throws IOException {
            Files.write(to, Arrays.copyOf(OLD, 100_000));
            return false;
          }
        };
    try (var medium = FileMedium.open(image, 512);
        var user = new MediumUser(medium)) {
      user.write(BLOCKS - 20, new byte[20 * 512]);
    }
    Files.setLastModifiedTime(image, FileTime.from(Instant.ofEpochSecond(1_203_080_000)));
    var expected = NEW.clone();
    Arrays.fill(expected, (BLOCKS - 20) * 512, BLOCKS * 512, (byte) 0);
    new KeptOverlay(image, gaveUp).commit();
    assertThat(image).hasBinaryContent(expected);
  }

  private void assertOnlyTheImageIsThere() {
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(image));
  }

  /** Steps on a disk that has no room for a new image. */
  private static final class FullDisk extends PlainSteps {
    @Override
    public ImageChannel create(Path file, long length) throws IOException {
      super.create(file, length).close();
      var full = new MemoryChannel(new byte[(int) length]);
      full.fillUp(1 << 20);
      return full;
    }
  }
}
