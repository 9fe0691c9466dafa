package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that cannot be used, and what is said of them. */
class BadFilesTest {
  @TempDir Path folder;

  private Path image(String name, long bytes) throws IOException {
    var path = folder.resolve(name);
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path;
  }

  @Test
  void anImageMustBeThere() {
    var path = folder.resolve("no.img");
    Ums.run("bench", path.toString())
        .expectLine(
            1,
            path
                + " does not exist; check the path, or make it: ums image create --size 64M "
                + path);
  }

  @Test
  void anImageMustHaveContent() throws IOException {
    var path = image("empty.img", 0);
    Ums.run("bench", path.toString())
        .expectLine(
            1, path + " is empty, and no image; name another, or make one: ums image create");
  }

  @Test
  void anImageMustBeOfWholeBlocks() throws IOException {
    var path = image("odd.img", 1000);
    Ums.run("bench", path.toString())
        .expectLine(
            1,
            path
                + " has 1000 bytes, 488 more than a multiple of the block size of 512; use a copy"
                + " with 1024 bytes, if it is an image at all");
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
        .expectLine(1, path + " may not be read by this user; check its permissions");
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
  void aCdRomIsNotWrittenEither() throws IOException {
    var path = image("a.iso", 4096);
    Ums.run("bench", path + ",cdrom", "--op", "write")
        .expectLine(2, "a CD-ROM is never written; say --op read, or leave ,cdrom out");
    Ums.run(
            "bench",
            "sim:reference?image=%1$s&image=%1$s,cdrom".formatted(path),
            "--lun=1",
            "--op=both")
        .expectLine(2, "a CD-ROM is never written; say --op read, or leave ,cdrom out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",rw | ,rw'; did you mean ro?",
        ",Ro | ,Ro'; did you mean ro?",
        ",ro,removeable | ,removeable'; did you mean removable?",
        ",read-only,ro | ,read-only'",
        ", | ,'",
      })
  void anImageOptionMustBeOne(String options, String said) throws IOException {
    var path = image("ok.img", 4096);
    var whole = options.endsWith(",ro") ? options.substring(0, options.length() - 3) : options;
    Ums.run("bench", path + options)
        .expectLine(
            2,
            "an image has no option '"
                + said
                + " (options: ,ro ,overlay ,removable ,cdrom ,empty), and there is no file "
                + path
                + whole);
  }

  @Test
  void aFileMayBeNamedLikeAnOption() throws IOException {
    var path = image("ok.img,rw", 4096);
    Ums.run("bench", path + ",ro", "--bs=4k").expectGood();
    var none = folder.resolve("a,b.img");
    Ums.run("bench", none.toString())
        .expectLine(
            1,
            none
                + " does not exist; check the path, or make it: ums image create --size 64M "
                + none);
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aPipeMustHaveAReader() throws Exception {
    var pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Ums.run("bench", "--json", pipe.toString(), "--size=4k", "--bs=4k")
        .expectLine(
            1,
            pipe
                + " cannot be written: nobody reads this pipe (start its reader first); choose another"
                + " file or folder");
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
            "(?s).*ums: LUN 0, command 2a [0-9a-f ]+ failed with sense 03/0c/00, because .*"
                + "a\\.img shrank from 1048576 to 524288 bytes while it was in use; keep others from"
                + " writing it.*\\R");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.size(path)).isEqualTo(524_288);
  }

  /** Runs the bench and shortens its image when it is at work. */
  private Ums runWhile(Path image, String... options) throws Exception {
    var trace = folder.resolve("trace");
    var arguments = new ArrayList<>(List.of("bench", image.toString()));
    arguments.addAll(List.of("--bs", "64k", "--speed", "high", "--trace", "" + trace));
    arguments.addAll(List.of(options));
    Ums run;
    try (var watch = FileSystems.getDefault().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_MODIFY);
      var shortening = new Thread(() -> shortenLater(image, watch));
      shortening.start();
      run = Ums.run(arguments.toArray(String[]::new));
      shortening.join();
    }
    assertThat(Files.readString(trace))
        .matches("(?s).*REQUEST SENSE .* sense 03/(11|0c)/00 MEDIUM ERROR, .* error, block \\d+\n");
    return run;
  }

  /** Shortens the image when the trace, which is no small file then, has begun to grow. */
  private static void shortenLater(Path image, WatchService watch) {
    try {
      while (true) {
        var key = watch.take();
        if (key.pollEvents().stream()
            .anyMatch(event -> event.context().toString().contains("trace"))) {
          break;
        }
        key.reset();
      }
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
              "(?s).*ums: LUN 0, command 2a [0-9a-f ]+ failed with sense 03/0c/00, because No space left"
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
