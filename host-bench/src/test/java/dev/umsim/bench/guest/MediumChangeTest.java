package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Media leave a drive and come into it while Linux has the device. */
@Tag("real-hosts")
class MediumChangeTest {
  private static final int BLOCK = 512;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void ejectAndHotSwapAreSeen(Way way) throws Exception {
    ExternalTool.require("mdir", "mtools");
    ExternalTool.require("mkfs.fat", "dosfstools");
    var first = ServedDevice.emptyImage(folder.resolve("first.img"), 16 << 20);
    var second = ServedDevice.emptyImage(folder.resolve("second.img"), 24 << 20);
    ExternalTool.succeed("mkfs.fat", "-n", "SECOND", second.toString());
    try (var device = ServedDevice.unplugged()) {
      var slot = MediumSlot.removable(device.medium(first, BLOCK));
      var secondMedium = device.medium(second, BLOCK);
      device.plug(way.port(), builder -> builder.disk(slot));
      var run =
          way.guest(device)
              .when("ejected", () -> assertThat(device.<Boolean>call(slot::isEjected)).isTrue())
              .when("take out", () -> device.remove(slot))
              .when("put in", () -> device.insert(slot, secondMedium))
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        # Linux looks for the medium when the drive is opened.
                        blocks() { blockdev --getsz /dev/sda 2>/dev/null || echo none; }
                        blocks_are() { [ "$(blocks)" = $1 ]; }
                        say cat /sys/block/sda/removable
                        say blocks
                        say mkfs.vfat -n FIRST /dev/sda

                        # By command of the host; who opens the disk itself locks the medium in.
                        say sg_start --eject /dev/sg0
                        echo ejected
                        say blocks_are none
                        say sg_start --load /dev/sg0
                        say blocks_are 32768

                        # By somebody's hand
                        echo "take out"
                        within 600 blocks_are none
                        echo "put in"
                        within 600 blocks_are 49152
                        mount -t vfat /dev/sda /mnt
                        echo "from the guest" >/mnt/greeting
                        umount /mnt
                        """)
              .expectSuccess();

      assertThat(run.printedBy("cat /sys/block/sda/removable")).containsExactly("1");
      assertThat(run.printedBy("blocks")).containsExactly("32768");
      assertThat(run.emulatorErrors()).isEmpty();
    }
    assertThat(ExternalTool.succeed("mdir", "-i", second.toString(), "::"))
        .contains("SECOND", "greeting");
    assertThat(ExternalTool.succeed("mdir", "-i", first.toString(), "::")).contains("FIRST");
  }
}
