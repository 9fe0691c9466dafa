package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much of its disk a file takes, which Java cannot tell. */
final class Allocated {
  private Allocated() {}

  /** Skips a test where the directory's file system knows no holes, or the system no GNU stat. */
  static void assumeHolesIn(Path directory) throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    var probe = directory.resolve("hole");
    makeHole(probe, 1 << 20);
    long bytes = bytes(probe);
    Files.delete(probe);
    assumeTrue(bytes == 0);
  }

  static void makeHole(Path file, long length) throws IOException {
    try (var hole = new RandomAccessFile(file.toFile(), "rw")) {
      hole.setLength(length);
    }
  }

  static long bytes(Path file) throws IOException {
    var stat =
        new ProcessBuilder("stat", "--format=%b %B", file.toString())
            .redirectErrorStream(true)
            .start();
    var answer = new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(answer).matches("\\d+ \\d+\\n");
    var words = answer.trim().split(" ");
    return Long.parseLong(words[0]) * Long.parseLong(words[1]);
  }
}
