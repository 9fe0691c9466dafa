package dev.umsim.bench.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.sim.medium.FileMedium;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be written, and what not. */
class FileClaimsTest {
  private static final String ELSE = "; choose another file";

  private final FileClaims claims = new FileClaims();

  @TempDir Path folder;
  private Path image;

  @BeforeEach
  void image() throws IOException {
    image = Files.write(folder.resolve("disk.img"), new byte[4096]);
  }

  private void assertOverwriting(Path output) {
    assertThatThrownBy(() -> claims.write("--json", output))
        .isInstanceOf(ClaimedFileException.class)
        .hasMessage("--json " + output + " would overwrite the image" + ELSE);
  }

  @Test
  void whatIsReadIsNotWritten() throws IOException {
    claims.read("the image", image);
    assertOverwriting(image);
    assertOverwriting(folder.resolve("x/../disk.img"));
    assertOverwriting(Files.createSymbolicLink(folder.resolve("link"), image));
    assertOverwriting(Files.createSymbolicLink(folder.resolve("relative"), Path.of("link")));
    assertOverwriting(Files.createLink(folder.resolve("hard"), image));
    claims.write("--json", folder.resolve("other"));
  }

  @Test
  void whatIsReadNeedNotBeThere() throws IOException {
    var overlay = folder.resolve("disk.img.overlay");
    claims.read("the image", overlay);
    assertOverwriting(overlay);
    assertOverwriting(Files.createSymbolicLink(folder.resolve("dangling"), overlay));
    var same = Files.createSymbolicLink(folder.resolve("same"), folder);
    assertOverwriting(same.resolve("disk.img.overlay"));
  }

  @Test
  void linksMayGoRoundInACircle() throws IOException {
    var one = folder.resolve("one");
    Files.createSymbolicLink(one, Files.createSymbolicLink(folder.resolve("two"), one));
    claims.read("the image", one);
    assertThatCode(() -> claims.write("--json", folder.resolve("two"))).doesNotThrowAnyException();
  }

  @Test
  void whatIsWrittenIsNotRead() throws IOException {
    claims.write("FILE", image);
    assertThatThrownBy(() -> claims.read("the image", image))
        .isInstanceOf(ClaimedFileException.class)
        .hasMessage("FILE " + image + " would overwrite the image" + ELSE);
  }

  @Test
  void twoOutputsAreTwoFiles() throws IOException {
    claims.write("--json", image);
    assertThatThrownBy(() -> claims.make("--journal", image))
        .hasMessage("--journal and --json would both go to " + image + "; choose two");
  }

  @Test
  void whatIsInAFolderThatIsReadIsNotWritten() throws IOException {
    claims.readFolder("--from", Files.createDirectories(folder.resolve("tree/deep")));
    var inside = folder.resolve("tree/deep/new.img");
    assertThatThrownBy(() -> claims.write("FILE", inside))
        .hasMessage("FILE " + inside + " lies in --from, which is read; choose another folder");
  }

  @Test
  void whatHasNoContentMayBeWrittenTwice() throws IOException {
    var sink = Path.of("/dev/null");
    claims.write("--json", sink);
    claims.write("--csv", sink);
  }

  @Test
  void whatIsOpenIsNotWritten() throws IOException {
    try (var medium = FileMedium.openReadOnly(image, 512)) {
      assertThat(medium.blockCount()).isEqualTo(8);
      assertThatThrownBy(() -> claims.write("--json", image))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(image + ": cannot be written: somebody has it open");
      assertThatThrownBy(() -> GrowingFile.open(image))
          .hasMessageEndingWith("somebody has it open");
    }
    assertThat(image).hasSize(4096);
  }

  @Test
  void whatIsOpenedMeanwhileIsNotReplaced() throws IOException {
    try (var leftovers = new Leftovers();
        var output = OutputFile.create(image, leftovers)) {
      output.append("new");
      try (var medium = FileMedium.open(image, 512)) {
        assertThat(medium.blockCount()).isEqualTo(8);
        assertThatThrownBy(output::finish)
            .hasMessage(image.toRealPath() + ": cannot be written: somebody has it open");
      }
    }
    assertThat(image).hasSize(4096);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(image);
    }
  }

  @Test
  void aFolderIsNotWritten() {
    assertThatThrownBy(() -> claims.write("--json", folder))
        .hasMessage(folder + ": cannot be written: it is a folder");
  }

  @Test
  void aGrowingFileIsReadAsItGrows() throws IOException {
    var path = Files.writeString(folder.resolve("events"), "old, and longer than what comes\n");
    try (var file = GrowingFile.open(path)) {
      assertThat(path).hasContent("old, and longer than what comes");
      file.write("eins\n");
      assertThat(path).hasContent("eins");
      file.write("zw\u00f6lf\n");
      assertThatThrownBy(() -> GrowingFile.open(path)).hasMessageEndingWith("somebody has it open");
      assertThatThrownBy(() -> FileMedium.open(path, 512)).hasMessageContaining("in use already");
    }
    assertThat(path).hasContent("eins\nzw\u00f6lf");
  }

  @Test
  void aGrowingFileWithoutTextLeavesNothing() throws IOException {
    var fresh = folder.resolve("fresh");
    GrowingFile.open(fresh).close();
    assertThat(fresh).doesNotExist();
    GrowingFile.open(image).close();
    assertThat(image).hasSize(4096);
  }
}
