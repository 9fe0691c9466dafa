package dev.umsim.bench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose disk fails when it makes durable what was written: it says so, and ends badly. */
@Timeout(300)
class LossAtTheEndTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"'', ENOSPC, No space left on device", "',overlay', EIO, Input/output error"})
  void whatIsLostIsSaid(String option, String error, String reason) throws Exception {
    ExternalTool.require("strace", "strace");
    var image = Files.write(folder.resolve("disk.img"), new byte[1 << 20]).toRealPath();
    var errors = folder.resolve("errors");
    var process =
        new ProcessBuilder(
                "strace",
                "-f",
                "-e",
                "trace=fdatasync",
                "-e",
                "inject=fdatasync:error=" + error,
                "-e",
                "signal=none",
                "-o",
                folder.resolve("trace").toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.umsim.bench.cli.Main",
                "serve",
                "--control",
                folder.resolve("control").toString(),
                "--usbip",
                "0",
                image + option)
            .redirectError(errors.toFile())
            .start();
    try {
      var line = process.inputReader().readLine();
      assertThat(line).as("a place, and not %s", Files.readString(errors)).startsWith("usbip ");
      write(Integer.parseInt(line.replaceAll(".*:| .*$", "")));
      // Strace would leave the program alone, and ends with its status.
      process.descendants().forEach(ProcessHandle::destroy);
      assertThat(process.waitFor()).isEqualTo(1);
      assertThat(Files.readString(errors))
          .contains(
              "ums: " + image + " may lack what was written last: " + reason + "; see that its");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }
  }

  private static void write(int port) throws Exception {
    var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (var link = UsbIpLink.connect(server, "1-1")) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      Disk.open(host, 0).write(100, 8, Unpooled.buffer(4096).writeZero(4096), 0, false);
    }
  }
}
