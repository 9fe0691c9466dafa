package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SparseFileTest {
  @TempDir Path directory;

  @Test
  void has_what_was_written_between_zeros() throws IOException {
    byte[] expected = new byte[40_000];
    Random random = new Random(1);
    Path path = directory.resolve("image");
    try (SparseFile file = SparseFile.create(path, expected.length)) {
      for (int at : new int[] {3, 5_000, 9_000, 30_000}) {
        byte[] piece = new byte[3_900];
        random.nextBytes(piece);
        System.arraycopy(piece, 0, expected, at, piece.length);
        file.write(at, ByteBuffer.wrap(piece));
      }
      // Zeros in the middle of a write, and a buffer that is used from its middle on.
      ByteBuffer offset = ByteBuffer.allocate(9_100).position(100);
      offset.put(100, (byte) 1).put(9_099, (byte) 2);
      expected[15_000] = 1;
      expected[23_999] = 2;
      file.write(15_000, offset);
      assertThat(offset.hasRemaining()).isFalse();
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @Test
  void zeros_take_no_room_on_the_disk() throws Exception {
    Path path = directory.resolve("image");
    try (SparseFile file = SparseFile.create(path, 1L << 30)) {
      file.write(0, ByteBuffer.allocate(1 << 24));
      file.write(1 << 29, ByteBuffer.wrap(new byte[] {1}));
      file.force();
    }
    assertThat(Files.size(path)).isEqualTo(1L << 30);
    assertThat(HostDisk.allocatedBytes(path)).isLessThanOrEqualTo(64 << 10);
  }

  @Test
  void does_not_open_a_file_that_is_there() throws IOException {
    Path path = Files.writeString(directory.resolve("image"), "text");
    assertThatThrownBy(() -> SparseFile.create(path, 10))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(path).hasContent("text");
  }
}
