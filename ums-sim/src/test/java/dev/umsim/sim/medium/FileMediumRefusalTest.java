package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no images, each refused in one line that names the remedy. */
class FileMediumRefusalTest {
  @TempDir Path directory;

  @Test
  void aFileThatIsMissing() {
    var image = directory.resolve("disk.img");
    refuses(
        image,
        512,
        "IMAGE does not exist; check the path, or make it: ums image create --size 64M IMAGE");
  }

  @Test
  void aNameThatAShellWouldTakeApart() {
    var image = directory.resolve("Bob's disk.img");
    assertThatThrownBy(() -> FileMedium.open(image, 512))
        .hasMessageEndingWith("ums image create --size 64M '" + directory + "/Bob'\\''s disk.img'");
  }

  @Test
  void aDirectory() {
    refuses(directory, 512, "IMAGE is a directory; name a raw image file");
  }

  @Test
  void aFileBelowAFile() throws IOException {
    var image = Files.createFile(directory.resolve("file")).resolve("disk.img");
    refuses(image, 512, "IMAGE cannot be looked at: Not a directory; name a raw image file");
  }

  @Test
  void anEmptyFile() throws IOException {
    var image = Files.createFile(directory.resolve("disk.img"));
    refuses(
        image, 512, "IMAGE is empty, and no image; name another, or make one: ums image create");
  }

  @Test
  void aFileThatEndsWithinABlock() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[5000]);
    refuses(
        image,
        2048,
        "IMAGE has 5000 bytes, 904 more than a multiple of the block size of 2048;"
            + " use a copy with 6144 bytes, if it is an image at all");
  }

  @Test
  void aFileThatIsSmallerThanABlock() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[100]);
    refuses(
        image,
        512,
        "IMAGE has 100 bytes, 100 more than a multiple of the block size of 512;"
            + " use a copy with 512 bytes, if it is an image at all");
  }

  @Test
  void aFileOfSmallerBlocks() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[5 * 512]);
    refuses(
        image,
        4096,
        "IMAGE has 2560 bytes, 2560 more than a multiple of the block size of 4096;"
            + " choose a smaller block size, or use a copy with 4096 bytes, if it is an image at all");
  }

  @Test
  void aBlockSizeThatIsNone() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[3000]);
    assertThatThrownBy(() -> FileMedium.open(image, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a block has 512, 1024, 2048 or 4096 bytes, not 1000");
    // And the file is not locked for ever.
    refuses(
        image,
        512,
        "IMAGE has 3000 bytes, 440 more than a multiple of the block size of 512;"
            + " use a copy with 3072 bytes, if it is an image at all");
  }

  @Test
  void devicesAndWhateverElseIsInDev() {
    for (var name : new String[] {"/dev/null", "/dev/no-such-disk", "/dev/../dev/null"}) {
      refuses(
          Path.of(name),
          512,
          "IMAGE is a special file or lies in /dev;"
              + " copy it into an ordinary one: dd if=IMAGE of=disk.img bs=1M");
    }
  }

  @Test
  void aLinkToADevice() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/null")));
    var link = Files.createSymbolicLink(directory.resolve("disk.img"), Path.of("/dev/null"));
    refuses(
        link,
        512,
        "IMAGE is a special file or lies in /dev;"
            + " copy it into an ordinary one: dd if=IMAGE of=disk.img bs=1M");
    Files.delete(link);
  }

  @Test
  void aPipeWithoutWaitingForAWriter() throws IOException, InterruptedException {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    var pipe = directory.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    refuses(
        pipe,
        512,
        "IMAGE is a special file or lies in /dev;"
            + " copy it into an ordinary one: dd if=IMAGE of=disk.img bs=1M");
  }

  @Test
  void aFileThatMayNotBeWritten() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[512]);
    Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("r--r--r--"));
    assumeFalse(Files.isWritable(image), "the superuser may do anything");
    assertThatThrownBy(() -> FileMedium.open(image, 512))
        .isInstanceOf(ImageException.class)
        .hasMessage("%s may not be written by this user; use it read-only, or a copy", image);
    FileMedium.openReadOnly(image, 512).close();
  }

  @Test
  void aFileThatMayNotBeRead() throws IOException {
    var image = Files.write(directory.resolve("disk.img"), new byte[512]);
    Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("-w-------"));
    assumeFalse(Files.isReadable(image), "the superuser may do anything");
    refuses(image, 512, "IMAGE may not be read by this user; check its permissions");
  }

  @Test
  void aFileInADirectoryThatMayNotBeSearched() throws IOException {
    var closed = Files.createDirectory(directory.resolve("closed"));
    var image = Files.write(closed.resolve("disk.img"), new byte[512]);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));
    try {
      assumeFalse(Files.isReadable(image), "the superuser may do anything");
      refuses(
          image,
          512,
          "IMAGE lies in a directory that may not be searched by this user; check its permissions");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void refuses(Path image, int blockSize, String line) {
    var message = line.replace("IMAGE", image.toString());
    assertThatThrownBy(() -> FileMedium.open(image, blockSize))
        .isInstanceOf(ImageException.class)
        .hasMessage("%s", message);
    assertThatThrownBy(() -> FileMedium.openReadOnly(image, blockSize))
        .isInstanceOf(ImageException.class)
        .hasMessage("%s", message);
  }
}
