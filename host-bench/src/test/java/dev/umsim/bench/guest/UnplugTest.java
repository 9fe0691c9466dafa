package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plug is pulled while Linux writes, and put in again. */
@Tag("real-hosts")
class UnplugTest {
  private static final int BLOCK = 512;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void linuxCarriesOnAfterAnUnplugInMidWrite(Way way) throws Exception {
    ExternalTool.require("debugfs", "e2fsprogs");
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, BLOCK);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .when("writing", device::unplug)
              .when("unplugged", device::plug)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        say mkfs.ext4 -q /dev/sda
                        mount -t ext4 /dev/sda /mnt
                        echo "before" >/mnt/before
                        sync
                        (
                          cd /mnt
                          while dd if=/dev/zero of=data bs=1M count=8 conv=fsync; do :; done
                        ) >/tmp/written 2>&1 &
                        writer=$!
                        sectors() { awk '{ print $7 }' /sys/block/sda/stat; }
                        written() { [ "$(sectors)" -gt $1 ]; }
                        within 600 written %d
                        echo writing
                        wait $writer
                        say tail -n 3 /tmp/written
                        umount /mnt
                        within 600 disk_gone sda
                        mark gone
                        echo unplugged

                        within 600 attach
                        within 600 disk_ready sda
                        mark back
                        mount -t ext4 /dev/sda /mnt
                        say cat /mnt/before
                        echo "after" >/mnt/after
                        umount /mnt
                        say e2fsck -f -n /dev/sda
                        """
                          .formatted(way == Way.REDIR_UHCI ? 2_000 : 6_000))
              .expectSuccess();
    }

    assertThat(run.printedBy("cat /mnt/before")).contains("before");
    assertThat(run.warningsBetween("gone", "back")).isEmpty();
    assertThat(ExternalTool.succeed("debugfs", "-R", "cat /after", image.toString()))
        .contains("after");
  }
}
