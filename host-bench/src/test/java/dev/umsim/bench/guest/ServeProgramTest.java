package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ums serve} and {@code ums ctl} as programs of their own, with two devices in a guest. */
@Tag("real-hosts")
class ServeProgramTest {
  @TempDir Path folder;

  @Test
  void twoDevicesOfOneServerAreUsedAtOnce() throws Exception {
    ExternalTool.require("mdir", "mtools");
    ExternalTool.require("mkfs.fat", "dosfstools");
    GuestSystem.require();
    var first = fatImage("first.img", "FIRST");
    var other = fatImage("other.img", "OTHER");
    var second = fatImage("second.img", "SECOND");
    var server =
        new ProcessBuilder(
                program(
                    "serve",
                    "--usbip",
                    "127.0.0.1:0",
                    "--usbredir",
                    "127.0.0.1:0",
                    "--device",
                    "sim:reference?image=" + first + ",removable&serial=000000000001",
                    "--device",
                    "sim:reference?image=" + second + "&serial=000000000002"))
            .redirectError(folder.resolve("errors").toFile())
            .start();
    try {
      var output = server.inputReader();
      int usbIp = portOf(output, "usbip ", " 1-1");
      assertThat(portOf(output, "usbip ", " 1-2")).isEqualTo(usbIp);
      int usbRedir = portOf(output, "usbredir ", "");

      var options = new ArrayList<>(HostController.EHCI.options());
      options.addAll(Way.redirection(usbRedir, HostController.EHCI));
      options.addAll(Way.NETWORK);
      LinuxGuest.with(options)
          .when("swap", () -> control("swap", other.toString()))
          .run(
              """
              set -e
              network
              controllers ehci
              within 600 disk_ready sda
              controllers vhci
              attach_over_ip %d 1-2
              within 600 disk_ready sdb
              mkdir /tmp/first /tmp/second
              mount -t vfat /dev/sda /tmp/first
              mount -t vfat /dev/sdb /tmp/second
              seq 1 100000 >/tmp/first/numbers
              cp /tmp/first/numbers /tmp/second/copy
              umount /tmp/first
              umount /tmp/second
              echo swap
              other_is_in() {
                mount -t vfat /dev/sda /tmp/first || return 1
                [ -e /tmp/first/numbers ] || return 0
                umount /tmp/first
                return 1
              }
              within 600 other_is_in
              seq 1 10 >/tmp/first/few
              umount /tmp/first
              """
                  .formatted(usbIp))
          .expectSuccess();

      server.destroy();
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly();
    }
    assertThat(ExternalTool.succeed("mdir", "-i", first.toString(), "::"))
        .contains("FIRST", "numbers");
    assertThat(ExternalTool.succeed("mdir", "-i", second.toString(), "::"))
        .contains("SECOND", "copy");
    assertThat(ExternalTool.succeed("mdir", "-i", other.toString(), "::")).contains("OTHER", "few");
  }

  private Path fatImage(String name, String label) throws IOException, InterruptedException {
    var image = ServedDevice.emptyImage(folder.resolve(name), 16 << 20);
    ExternalTool.succeed("mkfs.fat", "-n", label, image.toString());
    return image;
  }

  private List<String> program(String command, String... arguments) {
    var line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.umsim.bench.cli.Main",
                command,
                "--control",
                folder.resolve("control").toString()));
    line.addAll(List.of(arguments));
    return line;
  }

  private void control(String... words) throws IOException {
    var process = new ProcessBuilder(program("ctl", words)).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes());
    assertThat(said).isEmpty();
  }

  /** The port in the next line of the server, between a protocol and the name of a device. */
  private int portOf(BufferedReader output, String protocol, String device) throws IOException {
    var line = output.readLine();
    assertThat(line)
        .as("a place, and not %s", Files.readString(folder.resolve("errors")))
        .startsWith(protocol + "127.0.0.1:")
        .contains(device);
    return Integer.parseInt(line.replaceFirst(".*:", "").replaceFirst(" .*", ""));
  }
}
