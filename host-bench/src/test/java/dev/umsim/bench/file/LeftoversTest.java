package dev.umsim.bench.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
  @TempDir Path folder;

  @Test
  void areDeletedLastOneFirst() throws IOException {
    var kept = Files.createFile(folder.resolve("kept"));
    var inner = Files.createDirectory(folder.resolve("inner"));
    try (var leftovers = new Leftovers()) {
      leftovers.add(inner);
      leftovers.add(Files.createFile(inner.resolve("file")));
      leftovers.add(folder.resolve("never made"));
      leftovers.delete(kept);
    }
    assertThat(folder.toFile().list()).containsExactly("kept");
  }

  @Test
  void includeTheTemporaryImage() throws IOException {
    Path image;
    try (var leftovers = new Leftovers()) {
      image = TemporaryImage.create(64 << 20, leftovers);
      assertThat(Files.size(image)).isEqualTo(64 << 20);
    }
    assertThat(image.getParent()).doesNotExist();
  }

  @Test
  void areDeletedWhenTheProgramIsEnded() throws Exception {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                EndlessProgram.class.getName(),
                folder.toString())
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("ready");
    assertThat(folder.toFile().list()).hasSize(2);
    process.destroy();
    process.waitFor();
    assertThat(folder.toFile().list()).isEmpty();
  }

  /** Begins a file and a folder, and waits to be ended. */
  static final class EndlessProgram {
    private EndlessProgram() {}

    public static void main(String[] args) throws Exception {
      var folder = Path.of(args[0]);
      var leftovers = new Leftovers();
      leftovers.add(Files.createDirectory(folder.resolve("inner")));
      OutputFile.create(folder.resolve("out.json"), leftovers).append("half");
      System.out.println("ready");
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
