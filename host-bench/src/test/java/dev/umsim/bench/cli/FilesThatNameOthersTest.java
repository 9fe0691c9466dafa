package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.umsim.bench.journal.JournalsOfTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that is read starts no program and opens nothing outside its folder. */
@Timeout(60)
class FilesThatNameOthersTest {
  @TempDir Path folder;

  /** A journal of a target, with nothing in it. */
  private Path journal(String target) throws IOException {
    return JournalsOfTests.of(folder.resolve("a journal"), target);
  }

  @Test
  void aJournalStartsNoProgram() throws IOException {
    var started = folder.resolve("started");
    var program = Files.writeString(folder.resolve("program"), "#!/bin/sh\ntouch " + started);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    var journal = journal("exec:" + program);
    Ums.run("restore", journal.toString())
        .expectLine(
            2,
            journal
                + " is of exec:"
                + program
                + "; say that this is meant: ums restore '"
                + journal
                + "' exec:"
                + program
                + ", with -- and its arguments behind it");
    assertThat(started).doesNotExist();
    // Named in the command, it is started.
    assertThat(Ums.run("restore", journal.toString(), "exec:" + program).status()).isEqualTo(3);
    assertThat(started).exists();
  }

  @Test
  void aJournalOpensNoConnection() throws IOException {
    var journal = journal("usbip://127.0.0.1:9/1-1");
    Ums.run("restore", journal.toString())
        .expectLine(
            2,
            journal
                + " is of usbip://127.0.0.1:9/1-1; say that this is meant: ums restore '"
                + journal
                + "' usbip://127.0.0.1:9/1-1");
  }

  @Test
  void aJournalNamesADevice() throws IOException {
    var journal = journal("usb:hello");
    var run = Ums.run("restore", journal.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("ums: " + journal + " names no device: ").hasLineCount(1);
    Ums.run("restore", journal("disk.img").toString())
        .expectLine(
            2,
            journal
                + " is of sim:reference?image=disk.img; say that this is meant: ums restore '"
                + journal
                + "' 'sim:reference?image=disk.img'");
  }

  static Stream<String> namesOutside() {
    return Stream.of(
        "/dev/zero", "/dev/null", "/etc/passwd", "../secret", "sub/../../secret", "link", "sub");
  }

  @ParameterizedTest
  @MethodSource("namesOutside")
  void anExchangeFileNamesNoFileElsewhere(String name) throws IOException {
    var here = Files.createDirectories(folder.resolve("here"));
    Files.createDirectories(here.resolve("sub"));
    Files.write(folder.resolve("secret"), new byte[512]);
    Files.createSymbolicLink(here.resolve("link"), folder.resolve("secret"));
    assertRefused(here, name);
  }

  @Test
  void anExchangeFileNamesNoPipe() throws Exception {
    var pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    assertRefused(folder, "pipe");
  }

  @Test
  void anIdentityHasItsLength() throws IOException {
    Files.write(folder.resolve("short"), new byte[511]);
    assertRefused(folder, "short");
    Files.write(folder.resolve("long"), new byte[513]);
    assertRefused(folder, "long");
    Files.write(folder.resolve("right"), new byte[512]);
    assertThat(replay(folder, "right").err()).doesNotContain("right");
  }

  private static Ums replay(Path folder, String identity) throws IOException {
    var file =
        Files.writeString(
            folder.resolve("exchanges"),
            """
            ! stack rockbox-2026
            ! ata-identify %s

            # a case
            > reconnect
            < ok
            """
                .formatted(identity));
    return Ums.run("replay", file.toString());
  }

  private static void assertRefused(Path folder, String identity) throws IOException {
    var run = replay(folder, identity);
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .hasLineCount(1)
        .containsAnyOf("outside the folder", "no ordinary file", "bytes, not 512", "is a folder");
    assertThat(run.out()).isEmpty();
  }
}
