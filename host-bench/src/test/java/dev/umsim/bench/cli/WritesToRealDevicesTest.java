package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.host.ServedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices that are not simulated are only read, or put back: the program as a process of its own,
 * ended at any moment, against an image behind a USB/IP server of this process.
 */
@Timeout(180)
class WritesToRealDevicesTest {
  private static final int BYTES = 8 << 20;

  @TempDir Path folder;
  private Path image;
  private byte[] before;

  @BeforeEach
  void image() throws IOException {
    before = new byte[BYTES];
    new Random(1).nextBytes(before);
    image = Files.write(folder.resolve("disk.img"), before);
  }

  private Path journal() {
    return folder.resolve("a.journal");
  }

  /** Begins to write all of the device. */
  private Process begin(ServedImage served) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                // A build in the background of a shell ignores SIGINT, and so would its children.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(writing(served)));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("output").toFile())
        .redirectError(folder.resolve("errors").toFile())
        .start();
  }

  private String[] writing(ServedImage served) {
    return new String[] {
      "bench",
      served.target(),
      "--op",
      "write",
      "--bs",
      "4k",
      "--allow-writes",
      "--yes",
      "--journal",
      journal().toString()
    };
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("errors"));
  }

  /** The signal was heard, and not only sent. */
  private void awaitNote(Process process) throws Exception {
    for (int i = 0; process.isAlive() && !errors().contains(TargetOptions.END_NOTE); i++) {
      assertThat(i).as("rounds without an answer to the signal").isLessThan(5_000);
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  /** Kills with a signal when some writes have arrived, of which the last one waits for it. */
  private int kill(ServedImage served, String signal) throws Exception {
    served.holdWrite(100);
    var process = begin(served);
    try {
      served.awaitHeldWrite();
      new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
      if (signal.equals("KILL")) {
        process.waitFor();
      } else {
        awaitNote(process);
      }
      served.release();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void areNotMadeUnlessAllowed() throws Exception {
    try (var served = new ServedImage(image)) {
      var run = Ums.run("bench", served.target(), "--size", "64k", "--bs", "4k").expectGood();
      assertThat(run.out()).contains(" read ").doesNotContain(" write ");
      Ums.run("bench", served.target(), "--op", "write")
          .expectLine(
              2,
              "this device is only read; --allow-writes lets it be written, and puts back what was"
                  + " there");
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void areAskedForWhereThereIsATerminal() throws Exception {
    try (var served = new ServedImage(image)) {
      var run = Ums.run("bench", served.target(), "--allow-writes");
      assertThat(run.err())
          .contains("there is no terminal on which to ask whether to write to " + served.target())
          .contains("16,384 blocks of 512 bytes; add --yes if that is meant");
      assertThat(run.status()).isEqualTo(2);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void arePutBackInTheEnd() throws Exception {
    try (var served = new ServedImage(image)) {
      var arguments = new ArrayList<>(List.of(writing(served)));
      arguments.addAll(List.of("--size", "1M"));
      var run = Ums.run(arguments.toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains(" write ").contains("verified");
      assertThat(run.err()).contains("what was there before is kept in " + journal());
      assertThat(served.writes()).isGreaterThan((1 << 20) / 4096);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void arePutBackWhenTheProgramIsInterrupted() throws Exception {
    try (var served = new ServedImage(image)) {
      assertThat(kill(served, "INT")).as(errors()).isEqualTo(130);
      // All was put back in pieces of the row's size, and not all had been written before.
      assertThat(served.writes()).isGreaterThan(BYTES / 4096).isLessThan(2 * (BYTES / 4096));
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void arePutBackWhenTheProgramIsTerminated() throws Exception {
    try (var served = new ServedImage(image)) {
      assertThat(kill(served, "TERM")).as(errors()).isEqualTo(143);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void arePutBackByRestoreWhenTheProgramIsKilled() throws Exception {
    try (var served = new ServedImage(image)) {
      assertThat(kill(served, "KILL")).as(errors()).isEqualTo(137);
      assertThat(Files.readAllBytes(image)).isNotEqualTo(before);
      assertThat(journal()).exists();

      var other = Files.write(folder.resolve("other.img"), new byte[1 << 20]);
      try (var another = new ServedImage(other)) {
        var refused = Ums.run("restore", journal().toString(), another.target(), "--yes");
        assertThat(refused.err()).contains("nothing was written to it");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(another.writes()).isZero();
      }

      assertThat(
              Ums.run("restore", journal().toString(), served.target(), "--yes").expectGood().out())
          .contains("16384 blocks were put back");
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void areKeptInTheJournalWhenTheDeviceGoes() throws Exception {
    try (var served = new ServedImage(image)) {
      served.holdWrite(100);
      var process = begin(served);
      try {
        served.awaitHeldWrite();
        served.unplug();
        served.release();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(errors()).isEqualTo(3);
        assertThat(errors())
            .contains("what was written could not be put back")
            .contains("say: ums restore " + journal() + " " + served.target());
      } finally {
        process.destroyForcibly();
      }
      served.plug();
      Ums.run("restore", journal().toString(), served.target(), "--yes").expectGood();
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void stayWhereNothingIsGuarded() throws Exception {
    try (var served = new ServedImage(image)) {
      var arguments =
          List.of("bench", served.target(), "--unguarded", "--bs", "4k", "--size", "8k");
      var refused = Ums.run(arguments.toArray(String[]::new));
      assertThat(refused.err()).contains("there is no terminal");
      assertThat(refused.status()).isEqualTo(2);
      assertThat(Files.readAllBytes(image)).isEqualTo(before);

      var allowed = new ArrayList<>(arguments);
      allowed.add("--yes");
      Ums.run(allowed.toArray(String[]::new)).expectGood();
    }
    assertThat(Files.readAllBytes(image)).isNotEqualTo(before);
  }

  /** What writes is skipped where the device is only read. */
  @Test
  void areSkippedOrPutBackByReplay() throws Exception {
    var file =
        Files.writeString(
            folder.resolve("exchanges.txt"),
            """

            # a write
            > out 55534243010000000002000000000a2a000000000300000100000000000000
            < ack 31
            > fill 512 00
            < ack 512
            > in 13
            < data 13 55534253010000000000000000
            """);
    try (var served = new ServedImage(image)) {
      var skipped = Ums.run("replay", file.toString(), served.target()).expectGood();
      assertThat(skipped.out()).contains("1 case: 0 agree, 0 differ, 1 skipped", "--allow-writes");
      assertThat(served.writes()).isZero();
      var played =
          Ums.run(
              "replay",
              file.toString(),
              served.target(),
              "--allow-writes",
              "--yes",
              "--journal",
              journal().toString());
      assertThat(played.out()).contains("1 case: 1 agree");
      assertThat(played.status()).isZero();
      assertThat(served.writes()).isEqualTo(2);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }
}
