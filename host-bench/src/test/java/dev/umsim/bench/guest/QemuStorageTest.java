package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The judge himself: Linux has to be content with the disk that comes with QEMU. */
@Tag("real-hosts")
class QemuStorageTest {
  private static final long BYTES = 32 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void linuxUsesTheDiskOfQemu(HostController controller) throws Exception {
    ExternalTool.require("mdir", "mtools");
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), BYTES);
    var devices = new ArrayList<>(controller.options());
    devices.addAll(
        List.of(
            "-drive",
            "if=none,id=disk,format=raw,cache=unsafe,file=" + image,
            "-device",
            "usb-storage,drive=disk,serial=QEMU0001," + controller.bus()));

    var run =
        LinuxGuest.with(devices)
            .run(
                """
                set -e
                mark attach
                controllers %s
                within 600 disk_ready sda
                mark ready
                say mkfs.vfat -n JUDGED /dev/sda
                mount -t vfat /dev/sda /mnt
                seq 1 20000 >/mnt/numbers
                umount /mnt
                say fsck.vfat -n /dev/sda
                say sg_readcap /dev/sda
                say sg_inq /dev/sg0
                """
                    .formatted(controller.driver()))
            .expectSuccess();

    assertThat(run.warningsBetween("attach", "ready")).isEmpty();
    assertThat(run.kernelLog())
        .extracting(KernelMessage::text)
        .anyMatch(text -> text.contains("new " + controller.speed() + " USB device"));
    assertThat(run.printedBy("sg_readcap /dev/sda"))
        .anyMatch(line -> line.contains("Number of logical blocks=" + BYTES / 512));
    assertThat(run.printedBy("sg_inq /dev/sg0")).contains(" Product identification: QEMU HARDDISK");
    assertThat(ExternalTool.succeed("mdir", "-i", image.toString(), "::"))
        .contains("JUDGED", "numbers");
  }
}
