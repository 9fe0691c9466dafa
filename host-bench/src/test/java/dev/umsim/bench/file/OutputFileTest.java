package dev.umsim.bench.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path folder;
  private final Leftovers leftovers = new Leftovers();

  @AfterEach
  void close() throws IOException {
    leftovers.close();
  }

  private Path existing() throws IOException {
    return Files.writeString(folder.resolve("out.json"), "old");
  }

  @Test
  void appearsWhenItIsComplete() throws IOException {
    var path = existing();
    try (var file = OutputFile.create(path, leftovers)) {
      file.append("n").append('e').append("xwy", 1, 2);
      assertThat(path).hasContent("old");
      file.finish();
    }
    assertThat(path).hasContent("new");
    assertThat(folder).isDirectoryContaining(path::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void leavesAllAsItWasIfItIsNotFinished() throws IOException {
    var path = existing();
    try (var file = OutputFile.create(path, leftovers)) {
      file.append("new");
    }
    assertThat(path).hasContent("old");
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void isGivenUpWithTheOtherLeftovers() throws IOException {
    var path = existing();
    OutputFile.create(path, leftovers).append("new");
    assertThat(folder.toFile().list()).hasSize(2);
    leftovers.close();
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void replacesWhatALinkPointsTo() throws IOException {
    var path = existing();
    var link = Files.createSymbolicLink(folder.resolve("link"), path);
    try (var file = OutputFile.create(link, leftovers)) {
      file.append("new").finish();
    }
    assertThat(link).isSymbolicLink();
    assertThat(path).hasContent("new");
  }

  private Path pipe() throws Exception {
    var pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    return pipe;
  }

  @Test
  @Timeout(60)
  void writesToAPipeThatIsRead() throws Exception {
    var pipe = pipe();
    var read = CompletableFuture.supplyAsync(() -> readAll(pipe));
    try (var file = OutputFile.create(pipe, leftovers)) {
      file.append("new").finish();
    }
    assertThat(read.get()).isEqualTo("new");
    assertThat(pipe).exists();
  }

  private static String readAll(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Timeout(60)
  void doesNotWaitForEverForAReader() throws Exception {
    var pipe = pipe();
    assertThatThrownBy(() -> SpecialFile.open(pipe, Duration.ofMillis(1)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("nobody reads this pipe");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.isAlive() && thread.getName().equals("opening " + pipe));
  }

  @Test
  void writesDirectlyToWhatIsNoRegularFile() throws IOException {
    var nowhere = Path.of("/dev/null");
    assumeTrue(Files.isWritable(nowhere), "there is no /dev/null");
    try (var file = OutputFile.create(nowhere, leftovers)) {
      file.append("new").finish();
    }
    assertThat(Files.isRegularFile(nowhere)).isFalse();
    assertThat(Files.exists(nowhere)).isTrue();
  }

  @Test
  void tellsOfTheFileThatWasAskedFor() throws IOException {
    assertThatThrownBy(() -> OutputFile.create(folder.resolve("no/out.json"), leftovers))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(
            "%s: cannot be written: there is no such folder", folder.resolve("no/out.json"));
    assertThatThrownBy(() -> OutputFile.create(folder, leftovers))
        .hasMessage("%s: cannot be written: it is a folder", folder);
  }

  @Test
  void noticesAFullDisk() throws IOException {
    var full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "there is no /dev/full");
    assertThatThrownBy(
            () -> {
              try (var file = OutputFile.create(full, leftovers)) {
                file.append("new").finish();
              }
            })
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: cannot be written: No space left on device");
  }
}
