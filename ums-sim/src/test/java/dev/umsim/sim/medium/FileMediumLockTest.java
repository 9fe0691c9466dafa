package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMediumLockTest {
  private static final byte[] CONTENT = TestBytes.random(1, 4 * 512);

  @TempDir Path directory;
  private Path image;

  @BeforeEach
  void makeImage() throws IOException {
    image = Files.write(directory.resolve("disk.img"), CONTENT);
  }

  @Test
  void oneWriterKeepsAllOthersOut() throws IOException {
    var link = Files.createSymbolicLink(directory.resolve("link.img"), image);
    try (var medium = FileMedium.open(image, 512)) {
      refusesBecauseOfThisProgram(image, false);
      refusesBecauseOfThisProgram(image, true);
      refusesBecauseOfThisProgram(link, true);
      assertThat(medium.blockCount()).isEqualTo(4);
    }
    FileMedium.open(image, 512).close();
  }

  @Test
  void readersShareAndKeepWritersOut() throws IOException {
    try (var first = FileMedium.openReadOnly(image, 512);
        var user = new MediumUser(first)) {
      var second = FileMedium.openReadOnly(image, 2048);
      refusesBecauseOfThisProgram(image, false);
      second.close();
      assertThat(user.read(0, 4)).isEqualTo(CONTENT);
      refusesBecauseOfThisProgram(image, false);
    }
    FileMedium.open(image, 512).close();
  }

  @Test
  void anotherProgramKeepsItOut() throws IOException {
    try (var other = LockingProgram.on(image)) {
      assertThat(other.locked()).isTrue();
      for (boolean readOnly : new boolean[] {false, true}) {
        assertThatThrownBy(() -> open(image, readOnly))
            .isInstanceOf(ImageException.class)
            .hasMessage(
                "%s is in use by another program; end that one, or use a copy of the file", image);
      }
    }
    FileMedium.open(image, 512).close();
  }

  @Test
  void keepsAnotherProgramOutThoughOthersWereRefusedMeanwhile() throws IOException {
    try (var medium = FileMedium.open(image, 512)) {
      refusesBecauseOfThisProgram(image, true);
      assertThat(canBeLockedByAnotherProgram()).isFalse();
      assertThat(medium.blockCount()).isEqualTo(4);
    }
    assertThat(canBeLockedByAnotherProgram()).isTrue();
  }

  @Test
  void keepsAnotherProgramOutUntilTheLastReaderIsGone() throws IOException {
    try (var medium = FileMedium.openReadOnly(image, 512)) {
      FileMedium.openReadOnly(image, 512).close();
      assertThat(canBeLockedByAnotherProgram()).isFalse();
      assertThat(medium.blockCount()).isEqualTo(4);
    }
    assertThat(canBeLockedByAnotherProgram()).isTrue();
  }

  @Test
  void noticesALockThatThisProgramTookByItself() throws IOException {
    try (var channel = FileChannel.open(image, StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(() -> FileMedium.open(image, 512))
          .hasMessage("%s is in use already in this program; use a copy of it", image);
    }
  }

  private boolean canBeLockedByAnotherProgram() throws IOException {
    try (var other = LockingProgram.on(image)) {
      return other.locked();
    }
  }

  private static void refusesBecauseOfThisProgram(Path image, boolean readOnly) {
    assertThatThrownBy(() -> open(image, readOnly))
        .isInstanceOf(ImageException.class)
        .hasMessage(
            "%s is in use already in this program; use a copy of it, or both read-only", image);
  }

  private static void open(Path image, boolean readOnly) throws IOException {
    (readOnly ? FileMedium.openReadOnly(image, 512) : FileMedium.open(image, 512)).close();
  }
}
