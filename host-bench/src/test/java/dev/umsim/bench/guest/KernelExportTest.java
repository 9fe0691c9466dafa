package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.cli.Ums;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code usbip://} against the kernel's own server: it exports QEMU's disk, and the disk that Linux
 * can be itself (a gadget). Neither the server nor the devices are ours.
 */
@Tag("real-hosts-full")
class KernelExportTest {
  private static final int BYTES = 8 << 20;

  @TempDir Path folder;
  private Path image;
  private byte[] contents;
  private int port;
  private int donePort;

  @BeforeEach
  void image() throws IOException {
    contents = new byte[BYTES];
    new Random(2).nextBytes(contents);
    image = Files.write(folder.resolve("disk.img"), contents);
    port = freePort();
    donePort = freePort();
  }

  @ParameterizedTest
  @CsvSource({"EHCI, high", "UHCI, full"})
  void devicesOfLinuxAreUsed(HostController controller, String speed) throws Exception {
    LinuxGuest.with(devices(controller))
        .limit(Duration.ofMinutes(5))
        .when("exported", () -> use(speed))
        .run(
            """
            set -e
            network
            controllers %s
            within 200 disk_ready sda
            dd if=/dev/urandom of=/tmp/gadget bs=1M count=8 2>/dev/null
            sha256sum </tmp/gadget >/tmp/before
            gadget /tmp/gadget %s
            within 200 disk_ready sdb
            modprobe usbip-host
            usbip bind --busid 1-1
            usbip bind --busid 2-1
            usbipd -D
            usbip list --remote 127.0.0.1
            echo exported
            nc -l -p 3241
            sha256sum </tmp/gadget | cmp - /tmp/before
            """
                .formatted(controller.driver(), speed))
        .expectSuccess();
    assertThat(Files.readAllBytes(image)).isEqualTo(contents);
  }

  private List<String> devices(HostController controller) {
    var options = new ArrayList<>(controller.options());
    options.addAll(
        List.of(
            "-drive",
            "if=none,id=disk,format=raw,cache=unsafe,file=" + image,
            "-device",
            "usb-storage,drive=disk,serial=QEMU0001," + controller.bus(),
            "-netdev",
            "user,id=net,hostfwd=tcp:127.0.0.1:%d-:3240,hostfwd=tcp:127.0.0.1:%d-:3241"
                .formatted(port, donePort),
            "-device",
            "virtio-net-pci,netdev=net,romfile="));
    return options;
  }

  private void use(String speed) throws IOException {
    try {
      assertThat(Ums.run("list", "targets", "127.0.0.1:" + port).expectGood().out())
          .contains("usbip://127.0.0.1:" + port + "/1-1", "46f4:0001")
          .contains("usbip://127.0.0.1:" + port + "/2-1", "1d6b:0104");
      for (var busId : List.of("1-1", "2-1")) {
        use("usbip://127.0.0.1:" + port + "/" + busId, speed);
      }
    } finally {
      new Socket(InetAddress.getLoopbackAddress(), donePort).close();
    }
  }

  private void use(String target, String speed) {
    var read = Ums.run("bench", target, "--op", "read", "--bs", "4k,64k", "--size", "1M");
    assertThat(read.expectGood().out()).contains(speed + "   read", "verified");
    var file = folder.resolve("session").toString();
    var recorded = Ums.run("record", file, target, "--", "bench", "--op", "read", "--size", "64k");
    assertThat(recorded.status()).as(recorded.err()).isZero();
    // An emulated machine may stand still for as long as others need the real one.
    var played = Ums.run("replay", file, target, "--nak-timeout", "20000");
    assertThat(played.status()).as(played.out()).isZero();
    var written =
        Ums.run(
            "bench",
            target,
            "--bs",
            "32k",
            "--size",
            "1M",
            "--allow-writes",
            "--yes",
            "--journal",
            folder.resolve("journal").toString());
    assertThat(written.status()).as(written.err()).isZero();
    assertThat(written.out()).contains(speed + "   write", "verified");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
