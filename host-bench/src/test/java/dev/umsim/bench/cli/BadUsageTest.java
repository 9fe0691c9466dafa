package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadUsageTest {
  @TempDir Path folder;

  private Path image(String name, long bytes) throws IOException {
    var path = folder.resolve(name);
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | Missing command; see: ums help",
        "bnech | Unmatched argument at index 0: 'bnech'; did you mean bench? see: ums help",
        "bench --sped full | Unknown option: '--sped'; did you mean --speed? see: ums help bench",
        "bench --speed | Missing required parameter for option '--speed' (SPEED); see: ums help bench",
        "bench --speed super | Invalid value for option '--speed': SuperSpeed is not simulated, only full and high; see: ums help bench",
        "bench --op copy | Invalid value for option '--op': 'copy' is not read, write or both; see: ums help bench",
        "bench --size -1 | Invalid value for option '--size': '-1' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or GB (times 1000), such as 120k or 32MB; see: ums help bench",
        "bench --size 0 | --size is at least one block, not 0",
        "bench --size 65M | --size 68157440 is more than there is: the unit has 131072 blocks of 512 bytes; choose less or a larger image",
        "bench --bs 0 | --bs is at least one block and at most 64M, not 0",
        "bench --bs 4k,8G | --bs is at least one block and at most 64M, not 8G",
        "bench --bs 256 | --bs 256 is no multiple of the unit's block size; choose a multiple of 512",
        "bench --seek 64M | --seek 67108864 lies behind the end: the unit has 131072 blocks of 512 bytes; choose less",
        "bench --lun 1 | --lun 1 does not exist; the target has LUN 0 only",
        "bench --lun -1 | --lun is 0 to 15, not -1",
        "bench --repeat 0 | --repeat is at least 1, not 0",
        "bench --repeat many | Invalid value for option '--repeat': 'many' is not an int; see: ums help bench",
        "bench --host linux-2.6.24 | this version has no host 'linux-2.6.24'; leave --host out or say --host ideal",
        "bench --host linux-6.1 | this version has no host 'linux-6.1'; leave --host out or say --host ideal",
        "bench --pace model | this version has no --pace; leave it out",
        "bench --profile rockbox-2030 | 'sim:rockbox-2030' cannot be opened by this version; it has sim:reference, sim:rockbox-2026 and usbip:",
        "bench --profile reference sim:reference | --profile reference and sim:reference are two targets; leave one out",
        "bench sim:reference?speed=full --speed both | this target is a full-speed device; leave --speed out, or speed=full in the target",
        "bench a.img b.img | Unmatched argument at index 2: 'b.img'; see: ums help bench",
        "bench --json - --csv - | --csv and --json would both go to -; choose two",
        "bench --json ./x --trace x | --trace and --json would both go to x; choose two",
      })
  void isRefusedWithOneLine(String arguments, String line) {
    Ums.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")).expectLine(2, line);
  }

  @Test
  void showsWhereAnErrorComesFromIfItIsAsked() {
    assertThat(Ums.run("bench", "--size=0", "-v").err()).contains("NotationException", "\tat ");
    assertThat(Ums.run("bench", "--sped", "-v").err()).contains("UnmatchedArgument", "\tat ");
  }

  @Test
  void anImageMustBeThere() {
    var path = folder.resolve("no.img");
    Ums.run("bench", path.toString())
        .expectLine(1, path + " does not exist; create it, for example: truncate -s 64M " + path);
  }

  @Test
  void anImageMustHaveContent() throws IOException {
    var path = image("empty.img", 0);
    Ums.run("bench", path.toString())
        .expectLine(1, path + " is empty; give it a size, for example: truncate -s 64M " + path);
  }

  @Test
  void anImageMustBeOfWholeBlocks() throws IOException {
    var path = image("odd.img", 1000);
    Ums.run("bench", path.toString())
        .expectLine(
            1,
            path
                + " has 1000 bytes, 488 more than a multiple of the block size of 512; lengthen it:"
                + " truncate -s 1024 "
                + path);
  }

  @Test
  void anImageMustBeAnOrdinaryFile() {
    Ums.run("bench", folder.toString())
        .expectLine(1, folder + " is a directory; name a raw image file");
  }

  @Test
  void anImageMustBeReadable() throws IOException {
    var path = image("secret.img", 4096);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(path), "root may read everything");
    Ums.run("bench", path.toString())
        .expectLine(1, path + " may not be read; allow it: chmod u+r " + path);
  }

  @Test
  void anImageMustNotBeInUse() throws IOException {
    var path = image("used.img", 4096);
    try (var channel = FileChannel.open(path, StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      Ums.run("bench", path.toString())
          .expectLine(1, path + " is in use already in this program; use a copy of it");
    }
  }

  @Test
  void aWriteProtectedImageIsNotWritten() throws IOException {
    var path = image("a.img", 4096);
    Ums.run("bench", path + ",ro", "--op", "both")
        .expectLine(2, "the image is write-protected; say --op read, or ,overlay instead of ,ro");
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void anImageMustNotShrinkWhenItIsRead() throws Exception {
    var path = image("a.img", 1 << 20);
    var run = runWhile(path, "--op", "read", "--repeat", "1000000");
    assertThat(run.err())
        .matches(
            "ums: LUN 0, command 28 [0-9a-f ]+ failed with sense 03/11/00, because the file ends at"
                + " byte \\d+; check the image and the room on its disk\\R");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void anImageMustNotShrinkWhenItIsWritten() throws Exception {
    var path = image("a.img", 1 << 20);
    var run = runWhile(path, "--op", "write", "--in-place", "--repeat", "1000000", "--no-verify");
    assertThat(run.err())
        .matches(
            "ums: LUN 0, command 2a [0-9a-f ]+ failed with sense 03/0c/00, because .*"
                + "a\\.img shrank to 524288 bytes while it was in use; restore its length: truncate"
                + " -s 1048576 .*\\R");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.size(path)).isEqualTo(524_288);
  }

  /** Runs the bench and shortens its image when it is at work. */
  private Ums runWhile(Path image, String... options) throws Exception {
    var trace = folder.resolve("trace");
    var arguments = new ArrayList<>(List.of("bench", image.toString()));
    arguments.addAll(List.of("--bs", "64k", "--speed", "high", "--trace", "" + trace));
    arguments.addAll(List.of(options));
    var shortening = new Thread(() -> shortenLater(image));
    shortening.start();
    var run = Ums.run(arguments.toArray(String[]::new));
    shortening.join();
    assertThat(Files.readString(trace))
        .matches("(?s).*REQUEST SENSE .* sense 03/(11|0c)/00 MEDIUM ERROR, .* error, block \\d+\n");
    return run;
  }

  private void shortenLater(Path image) {
    try {
      while (folder.toFile().list().length < 2) {
        Thread.sleep(10);
      }
      Thread.sleep(300);
      try (var file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(1 << 19);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFullDiskIsNoticed() throws Exception {
    var disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
        "only root can make a small disk");
    try {
      var path = image("disk/a.img", 4 << 20);
      var run = Ums.run("bench", path.toString(), "--in-place", "--op=write", "--bs=64k");
      assertThat(run.err())
          .matches(
              "ums: LUN 0, command 2a [0-9a-f ]+ failed with sense 03/0c/00, because No space left"
                  + " on device; check the image and the room on its disk\\R");
      assertThat(run.status()).isEqualTo(1);
    } finally {
      assertThat(new ProcessBuilder("umount", disk.toString()).start().waitFor()).isZero();
    }
  }

  private static boolean mount(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void outputsDoNotOverwriteTheImage() throws IOException {
    var path = image("a.img", 4096);
    var link = Files.createSymbolicLink(folder.resolve("link"), path);
    for (var option : new String[] {"--json", "--csv", "--trace"}) {
      Ums.run("bench", path.toString(), option, link.toString())
          .expectLine(2, option + " " + link + " would overwrite the image; choose another file");
    }
    assertThat(path).hasSize(4096);
  }

  @Test
  void outputsMustBeWritable() throws IOException {
    var path = folder.resolve("no/a.json");
    Ums.run("bench", "--json", path.toString())
        .expectLine(
            1, path + " cannot be written: there is no such folder; choose another file or folder");
    assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full");
    for (var option : new String[] {"--json", "--csv", "--trace"}) {
      Ums.run("bench", option, "/dev/full", "--size=4k", "--bs=4k")
          .expectLine(
              1,
              "/dev/full cannot be written: No space left on device; choose another file or folder");
    }
  }
}
