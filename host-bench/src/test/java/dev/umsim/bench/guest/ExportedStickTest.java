package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real device that {@code ums serve} exports: in a guest, QEMU's disk is taken from the kernel
 * over libusb, served by USB/IP, and attached by the same kernel again.
 */
@Tag("real-hosts-full")
class ExportedStickTest {
  @TempDir Path folder;

  @Test
  void theKernelUsesItsOwnStickThroughTheServer() throws Exception {
    ExternalTool.require("md5sum", "coreutils");
    var image = folder.resolve("disk.img");
    var bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    Files.write(image, bytes);
    var sum = ExternalTool.succeed("md5sum", image.toString()).substring(0, 32);
    var options = new ArrayList<>(GuestJava.options());
    options.addAll(HostController.EHCI.options());
    options.addAll(
        List.of(
            "-drive",
            "if=none,id=drive,format=raw,cache=unsafe,file=" + image,
            "-device",
            "usb-storage,drive=drive,serial=QEMU0001,bus=hc.0"));

    var run =
        LinuxGuest.with(options)
            .memory(512)
            .limit(Duration.ofMinutes(6))
            .run(
                """
                set -e
                controllers ehci
                %s
                within 600 disk_ready sda
                ip link set lo up
                ums serve usb:@1-1 --allow-writes --usbip 3240 >/tmp/served 2>/tmp/errors &
                within 900 grep -q usbip /tmp/served || { cat /tmp/errors; exit 1; }
                say cat /tmp/served
                controllers vhci
                mkdir -p /var/run/vhci_hcd
                usbip --tcp-port 3240 attach --remote 127.0.0.1 --busid 1-1
                # The first one is gone, and this one has its name.
                within 900 disks_ready 2
                say md5sum /dev/sda
                dd if=/dev/zero of=/dev/sda bs=4k count=1 seek=8 oflag=direct conv=fsync
                kill -TERM $(pidof java)
                wait || true
                say cat /tmp/errors
                """
                    .formatted(GuestJava.job()))
            .expectSuccess();

    assertThat(run.printedBy("cat /tmp/served")).anyMatch(line -> line.startsWith("usbip "));
    assertThat(run.printedBy("md5sum /dev/sda")).anyMatch(line -> line.startsWith(sum));
    // What hosts write through the server stays.
    Arrays.fill(bytes, 32_768, 36_864, (byte) 0);
    assertThat(Files.readAllBytes(image)).isEqualTo(bytes);
  }
}
