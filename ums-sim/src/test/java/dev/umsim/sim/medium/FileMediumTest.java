package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMediumTest {
  private static final byte[] CONTENT = TestBytes.random(1, 8 * 512);

  @TempDir Path directory;
  private Path image;

  @BeforeEach
  void makeImage() throws IOException {
    image = Files.write(directory.resolve("disk.img"), CONTENT);
  }

  @Test
  void hasAsManyBlocksAsTheFileHolds() throws IOException {
    try (var medium = FileMedium.open(image, 2048)) {
      assertThat(medium.blockSize()).isEqualTo(2048);
      assertThat(medium.blockCount()).isEqualTo(2);
      assertThat(medium.writeProtected()).isFalse();
    }
  }

  @Test
  void readsBlocksFromTheirPlace() throws IOException {
    try (var medium = FileMedium.open(image, 512);
        var user = new MediumUser(medium)) {
      assertThat(user.read(3, 2)).isEqualTo(Arrays.copyOfRange(CONTENT, 3 * 512, 5 * 512));
      assertThat(user.read(0, 8)).isEqualTo(CONTENT);
      assertThat(user.read(8, 0)).isEmpty();
    }
  }

  @Test
  void writesBlocksToTheirPlace() throws IOException {
    var data = TestBytes.random(2, 2 * 512);
    try (var medium = FileMedium.open(image, 512);
        var user = new MediumUser(medium)) {
      user.write(3, data);
    }
    var expected = CONTENT.clone();
    System.arraycopy(data, 0, expected, 3 * 512, data.length);
    assertThat(image).hasBinaryContent(expected);
  }

  @Test
  void leavesHolesWhereNothingIsWritten() throws IOException {
    Allocated.assumeHolesIn(directory);
    var sparse = directory.resolve("sparse.img");
    Allocated.makeHole(sparse, 1L << 40);
    try (var medium = FileMedium.open(sparse, 4096);
        var user = new MediumUser(medium)) {
      assertThat(user.read((1L << 28) - 64, 64)).containsOnly(0);
      assertThat(Allocated.bytes(sparse)).isZero();
      user.write((1L << 28) - 1, TestBytes.random(3, 4096));
      assertThat(user.synchronize()).isTrue();
    }
    assertThat(sparse).hasSize(1L << 40);
    assertThat(Allocated.bytes(sparse)).isBetween(4096L, 1L << 20);
  }

  @Test
  void readOnlyNeitherWritesNorTouches() throws IOException {
    var time = Files.getLastModifiedTime(image);
    try (var medium = FileMedium.openReadOnly(image, 512);
        var user = new MediumUser(medium)) {
      assertThat(medium.writeProtected()).isTrue();
      assertThat(user.read(0, 8)).isEqualTo(CONTENT);
      assertThat(user.synchronize()).isTrue();
      assertThatThrownBy(() -> user.write(0, new byte[512]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(image).hasBinaryContent(CONTENT);
    assertThat(Files.getLastModifiedTime(image)).isEqualTo(time);
  }

  @Test
  void refusesBlocksOutside() throws IOException {
    try (var medium = FileMedium.open(image, 512);
        var user = new MediumUser(medium)) {
      assertThatThrownBy(() -> user.read(8, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("1 blocks from 8 do not lie within 8");
      assertThatThrownBy(() -> user.read(-1, 2)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> user.write(7, new byte[1024]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void failsEverythingOnceItIsClosed() throws IOException {
    var medium = FileMedium.open(image, 512);
    medium.close();
    medium.close();
    try (var user = new MediumUser(medium)) {
      assertThat(user.tryRead(0, 1)).isZero();
      assertThat(user.tryWrite(0, new byte[512])).isZero();
      assertThat(user.synchronize()).isFalse();
    }
    assertThat(medium.lastFailure()).containsInstanceOf(ClosedChannelException.class);
  }

  @Test
  void doesNotLengthenAFileThatSomebodyShortened() throws IOException {
    try (var medium = FileMedium.open(image, 512);
        var user = new MediumUser(medium)) {
      Allocated.makeHole(image, 5 * 512 + 100);

      assertThat(user.tryRead(3, 4)).isEqualTo(2);
      assertThat(user.tryRead(6, 1)).isZero();
      assertThat(user.tryWrite(4, new byte[3 * 512])).isEqualTo(1);
      assertThat(user.tryWriteDurably(7, new byte[512])).isZero();
      assertThat(medium.lastFailure())
          .get()
          .hasToString(
              "dev.umsim.sim.medium.ImageException: "
                  + image
                  + " shrank from 4096 to 2660 bytes while it was in use; keep others from writing it");
      assertThat(image).hasSize(5 * 512 + 100);
      assertThat(Arrays.copyOfRange(Files.readAllBytes(image), 4 * 512, 5 * 512)).containsOnly(0);

      Allocated.makeHole(image, 8 * 512);
      assertThat(user.tryWrite(7, new byte[512])).isEqualTo(1);
    }
  }
}
