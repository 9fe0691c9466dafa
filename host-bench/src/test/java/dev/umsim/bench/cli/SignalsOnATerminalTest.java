package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.host.ServedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that writes to a device leaves it as it was when it is ended on a terminal, with
 * its progress bar, whatever it is doing.
 */
@Timeout(120)
class SignalsOnATerminalTest {
  private static final int BYTES = 8 << 20;
  private static final int BLOCK = 512;
  private static final String HEARD = "told to end";

  @TempDir Path folder;
  private Path image;
  private byte[] before;
  private ServedImage served;
  private Process terminal;

  private enum Phase {
    JOURNAL,
    COPY,
    PUTTING_BACK
  }

  @BeforeEach
  void serve() throws Exception {
    ExternalTool.require("script", "bsdutils");
    before = new byte[BYTES];
    new Random(1).nextBytes(before);
    image = Files.write(folder.resolve("disk.img"), before);
    served = new ServedImage(image);
  }

  @AfterEach
  void end() throws IOException {
    served.close();
    if (terminal != null) {
      terminal.descendants().forEach(ProcessHandle::destroyForcibly);
      terminal.destroyForcibly();
    }
  }

  private Path journal() {
    return folder.resolve("a.journal");
  }

  private boolean holds(Phase phase, boolean write, BlockAccess access) {
    return switch (phase) {
      case JOURNAL -> !write && Files.exists(journal());
      case COPY -> write && !isOld(access);
      case PUTTING_BACK -> write && isOld(access);
    };
  }

  /** Whether it writes what was there in the beginning, which nothing else is like. */
  private boolean isOld(BlockAccess access) {
    var bytes = new byte[BLOCK];
    access.memory().getBytes(0, bytes);
    int at = (int) access.firstBlock() * BLOCK;
    return Arrays.equals(bytes, Arrays.copyOfRange(before, at, at + BLOCK));
  }

  static Stream<Arguments> everything() {
    var all = new ArrayList<Arguments>();
    for (var phase : Phase.values()) {
      for (var command : List.of("bench", "measure", "replay", "record")) {
        all.add(Arguments.of(command, "usbip", phase, "INT"));
      }
      all.add(Arguments.of("bench", "exec", phase, "INT"));
      all.add(Arguments.of("bench", "usbip", phase, "TERM"));
      all.add(Arguments.of("bench", "exec", phase, "HUP"));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everything")
  void leaveTheDeviceAsItWas(String command, String target, Phase phase, String signal)
      throws Exception {
    served.hold((write, access) -> holds(phase, write, access));
    begin(words(command, target.equals("exec") ? program() : served.target()));
    served.awaitHeldWrite();
    assertThat(signalled(signal)).isEqualTo(status(signal));
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
    assertThat(folder.resolve("interrupted")).doesNotExist();
  }

  /** Its journal is of a program that was killed. */
  @ParameterizedTest
  @MethodSource("signals")
  void areWaitedForByRestore(String signal) throws Exception {
    served.hold((write, access) -> holds(Phase.COPY, write, access));
    begin(words("bench", served.target()));
    served.awaitHeldWrite();
    java().destroyForcibly();
    terminal.waitFor();
    served.close();
    Files.write(image, new byte[1 << 16]);
    Files.write(image, Arrays.copyOfRange(before, 1 << 16, BYTES), StandardOpenOption.APPEND);
    served = new ServedImage(image);

    served.hold((write, access) -> holds(Phase.PUTTING_BACK, write, access));
    begin(List.of("restore", journal().toString(), served.target(), "--yes"));
    served.awaitHeldWrite();
    assertThat(signalled(signal)).isEqualTo(status(signal));
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  static Stream<String> signals() {
    return Stream.of("INT", "TERM", "HUP");
  }

  @Test
  void endAQuestionAtOnce() throws Exception {
    begin(List.of("bench", served.target(), "--allow-writes"));
    awaitOutput("Type yes:");
    type(3);
    assertThat(exit()).isEqualTo(130);
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void tellWhatCouldNotBePutBack() throws Exception {
    served.hold((write, access) -> holds(Phase.COPY, write, access));
    begin(words("bench", served.target()));
    served.awaitHeldWrite();
    type(3);
    awaitOutput(HEARD);
    served.unplug();
    served.release();
    assertThat(exit()).isEqualTo(1);
    assertThat(journal()).exists();
    assertThat(output.toString().replaceAll("\\s+", " "))
        .contains("say: ums restore " + journal() + " " + served.target());
  }

  private static int status(String signal) {
    return switch (signal) {
      case "HUP" -> 129;
      case "INT" -> 130;
      default -> 143;
    };
  }

  /** Sends it, lets the device go on when it was heard, and returns the status in the end. */
  private int signalled(String signal) throws Exception {
    if (signal.equals("INT")) {
      type(3);
    } else {
      ExternalTool.succeed("kill", "-" + signal, String.valueOf(java().pid()));
    }
    awaitOutput(HEARD);
    served.release();
    return exit();
  }

  private List<String> words(String command, String target) throws IOException {
    var guard = List.of("--allow-writes", "--yes", "--journal", journal().toString());
    var bench = List.of("--op", "write", "--bs", "4k", "--size", "64k", "--no-verify");
    var words = new ArrayList<String>();
    switch (command) {
      case "bench" -> words.addAll(List.of("bench", target));
      case "measure" ->
          words.addAll(List.of("measure", target, "-o", folder.resolve("toml").toString()));
      case "replay" -> words.addAll(List.of("replay", exchanges().toString(), target));
      default ->
          words.addAll(
              List.of("record", folder.resolve("recorded").toString(), target, "--", "bench"));
    }
    words.addAll(guard);
    if (command.equals("bench") || command.equals("record")) {
      words.addAll(bench);
    }
    return words;
  }

  /** Writes to ten blocks, one after the other. */
  private Path exchanges() throws IOException {
    var text = new StringBuilder();
    for (int block = 0; block < 10; block++) {
      text.append(
          """

          # write %1$d
          > out 55534243010000000002000000000a2a000000000%1$d00000100000000000000
          < ack 31
          > fill 512 00
          < ack 512
          > in 13
          < data 13 55534253010000000000000000
          """
              .formatted(block));
    }
    return Files.writeString(folder.resolve("exchanges"), text);
  }

  /** Serves the device of this process, and would tell of Ctrl-C and go. */
  private String program() throws IOException {
    var place = served.target().substring("usbip://".length()).replace('/', ' ');
    var script =
        Files.writeString(
            folder.resolve("program"),
            """
            #!/bin/sh
            trap 'touch "%s/interrupted"; exit' INT HUP
            echo usbip %s
            while read line; do :; done
            """
                .formatted(folder, place));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return "exec:" + script;
  }

  private final StringBuilder output = new StringBuilder();

  private void begin(List<String> arguments) throws IOException {
    var words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It does too little for a better compiler.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(arguments);
    var line =
        words.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    var script = Files.writeString(folder.resolve("line"), "exec " + line + "\n");
    terminal =
        new ProcessBuilder("script", "-qefc", "exec sh " + script, "/dev/null")
            .redirectErrorStream(true)
            .start();
    output.setLength(0);
    var reading = new Thread(() -> read(terminal.getInputStream()), "terminal");
    reading.setDaemon(true);
    reading.start();
  }

  private void read(InputStream in) {
    var bytes = new byte[4096];
    try {
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        synchronized (output) {
          output.append(new String(bytes, 0, count, StandardCharsets.UTF_8));
          output.notifyAll();
        }
      }
    } catch (IOException e) {
      // The terminal has gone.
      return;
    }
  }

  private void awaitOutput(String text) throws InterruptedException {
    synchronized (output) {
      while (output.indexOf(text) < 0 && terminal.isAlive()) {
        output.wait(100);
      }
      assertThat(output.toString()).contains(text);
    }
  }

  private void type(int character) throws IOException {
    terminal.getOutputStream().write(character);
    terminal.getOutputStream().flush();
  }

  private ProcessHandle java() {
    return terminal
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow();
  }

  private int exit() throws InterruptedException {
    assertThat(terminal.waitFor(60, TimeUnit.SECONDS)).as(output.toString()).isTrue();
    return terminal.exitValue();
  }
}
