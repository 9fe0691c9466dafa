package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    var run = Ums.run("bench", script("echo usbip 127.0.0.1:$UMS_PORT 1-1"));
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("127.0.0.1:").contains("cannot be reached").hasLineCount(1);
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
