package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ByteWindowTest {
  private final MemoryImage image = new MemoryImage(new byte[] {1, 2, 3, 4, 5, 6});

  @Test
  void counts_from_its_start() throws IOException {
    ByteSource window = image.window(2, 3);
    assertThat(window.sizeBytes()).isEqualTo(3);
    assertThat(window.read(1, 2).array()).containsExactly(4, 5);
  }

  @Test
  void is_zero_past_its_end() throws IOException {
    assertThat(image.window(2, 3).read(1, 4).array()).containsExactly(4, 5, 0, 0);
    assertThat(image.window(2, 3).read(100, 2).array()).containsExactly(0, 0);
  }

  @Test
  void has_no_more_than_the_whole() throws IOException {
    assertThat(image.window(4, 100).sizeBytes()).isEqualTo(2);
    assertThat(image.window(4, 100).read(0, 3).array()).containsExactly(5, 6, 0);
    assertThat(image.window(40, 100).sizeBytes()).isZero();
    assertThat(image.window(40, 100).read(0, 1).array()).containsExactly(0);
  }
}
