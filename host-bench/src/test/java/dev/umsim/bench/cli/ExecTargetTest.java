package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that serve a device: this one, and some that do not. */
@Timeout(120)
class ExecTargetTest {
  private static final String FORM = "; it has to print: usbip 127.0.0.1:PORT BUSID";

  @TempDir Path folder;

  private String script(String text) throws IOException {
    var script = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return "exec:" + script;
  }

  private String path() {
    return folder.resolve("program").toString();
  }

  /** What this program serves, with its arguments behind the target. */
  private String serving() throws IOException {
    return script(
        String.format(
            "echo $$ >'%s'%necho hello%nexec '%s' -cp '%s' %s serve --usbip \"$UMS_PORT\""
                + " --control '%s' \"$@\" 2>/dev/null",
            folder.resolve("pid"),
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            Main.class.getName(),
            folder.resolve("control")));
  }

  @Test
  void theDeviceOfAProgramIsMeasured() throws IOException {
    var target = serving();
    var run =
        Ums.run(
            "bench",
            target,
            "--op",
            "read",
            "--bs",
            "32k",
            "--size",
            "256k",
            "--",
            "sim:reference");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains(target + ", host ideal").contains("verified");
    var pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void theDeviceOfAProgramIsRecorded() throws IOException {
    var target = serving();
    var file = folder.resolve("recorded.txt").toString();
    var run =
        Ums.run(
            "record",
            file,
            target,
            "--",
            "bench",
            "--op",
            "read",
            "--bs",
            "4k",
            "--size",
            "64k",
            "--",
            "sim:reference?blocks=4096&fill=lba-be64");
    assertThat(run.status()).as(run.err()).isZero();
    Ums.run("replay", file, "sim:reference?blocks=4096&fill=lba-be64").expectGood();
  }

  @Test
  void aProgramHasToBeThere() {
    var run = Ums.run("bench", "exec:" + path());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).startsWith("ums: " + path() + " cannot be started: ");
  }

  @Test
  void aProgramThatDiesIsNotReached() throws IOException {
    Ums.run("bench", script("exit 7"))
        .expectLine(
            3, path() + " ended with status 7 before it said where it serves its device" + FORM);
  }

  @Test
  void whatAProgramSaysInsteadIsTold() throws IOException {
    Ums.run("bench", script("echo no disk; exit 1"))
        .expectLine(
            3,
            path()
                + " ended with status 1 before it said where it serves its device"
                + " (it said: no disk)"
                + FORM);
  }

  @Test
  void aProgramThatSaysItsPlaceAndDiesIsNotReached() throws IOException {
    var run = Ums.run("bench", script("echo usbip 127.0.0.1:9 1-1"));
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("127.0.0.1:").contains("cannot be reached").hasLineCount(1);
  }

  @Test
  void aProgramThatSaysNoPlaceIsNotReached() throws IOException {
    for (var port : List.of("0", "99999")) {
      Ums.run("bench", script("echo usbip 127.0.0.1:" + port + " 1-1"))
          .expectLine(
              3,
              path()
                  + " says that it serves its device at 127.0.0.1:"
                  + port
                  + " 1-1, which is no place; mend it");
    }
  }

  /** What a wrapper leaves running holds the port, and perhaps the disk. */
  @Test
  void whatAProgramHasStartedIsEndedWithIt() throws IOException {
    var child = folder.resolve("child");
    // Told to end, the wrapper goes and its child does not; the other's parent has gone already.
    script(
        "(sh -c 'echo $$ >>\""
            + child
            + "\"; trap \"\" TERM; while :; do sleep 1; done' &)\n"
            + "sh -c 'echo $$ >>\""
            + child
            + "\"; while :; do sleep 1; done' &\n"
            + "while [ $(wc -l <'"
            + child
            + "') -lt 2 ]; do sleep 0.1; done\n"
            + "echo usbip 127.0.0.1:9 1-1\nwait");
    Files.createFile(child);
    assertThat(Ums.run("bench", "exec:" + path()).status()).isEqualTo(3);
    assertThat(Files.readAllLines(child)).hasSize(2).allSatisfy(ExecTargetTest::awaitEnd);
  }

  /** Whoever has to take note of an orphan's end may never do so. */
  private static void awaitEnd(String pid) {
    var stat = Path.of("/proc", pid, "stat");
    while (Files.exists(stat)) {
      try {
        if (Files.readString(stat).contains(") Z ")) {
          return;
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void argumentsNeedAProgram() {
    Ums.run("bench", "sim:reference", "--", "more")
        .expectLine(
            2,
            "'more' is left over: a command has one target, and only those of exec: are given"
                + " arguments");
  }
}
