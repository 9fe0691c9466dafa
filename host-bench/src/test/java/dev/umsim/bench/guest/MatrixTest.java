package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What takes too long, or is too seldom, to be looked at with every change. */
@Tag("real-hosts-full")
class MatrixTest {
  private static final Duration LONG = Duration.ofMinutes(15);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everythingThatIsWrittenIsReadAgain(Way way) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, 512);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .limit(LONG)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        say f3probe --destructive /dev/sda
                        mkfs.vfat /dev/sda
                        mount -t vfat /dev/sda /mnt
                        say f3write --end-at=1 /mnt
                        forget_cache
                        say f3read /mnt
                        umount /mnt
                        dd if=/dev/urandom of=/tmp/noise bs=1M count=%d
                        for size in 512 4096 65536 122880 1048576; do
                          dd if=/tmp/noise of=/dev/sda bs=$size oflag=direct
                          dd if=/dev/sda bs=$size iflag=direct 2>/dev/null |
                            cmp --bytes=$(stat -c %%s /tmp/noise) - /tmp/noise
                        done
                        mark done
                        """
                          .formatted(way == Way.REDIR_UHCI ? 1 : 4))
              .expectSuccess();
    }
    assertThat(run.warningsBetween("ready", "done")).isEmpty();
    assertThat(run.emulatorErrors()).isEmpty();
    assertThat(run.printedBy("f3probe --destructive /dev/sda"))
        .contains("Good news: The device `/dev/sda' is the real thing");
    assertThat(run.printedBy("f3read /mnt")).contains("Data LOST: 0.00 Byte (0 sectors)");
  }

  @ParameterizedTest
  @CsvSource({"2048, USB_IP", "2048, REDIR_EHCI", "4096, USB_IP", "4096, REDIR_EHCI"})
  void largerBlocksAreUsed(int blockSize, Way way) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 128 << 20);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, blockSize);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        say cat /sys/block/sda/queue/logical_block_size
                        mkfs.vfat -S %1$d /dev/sda
                        mount -t vfat /dev/sda /mnt
                        seq 1 100000 >/mnt/numbers
                        umount /mnt
                        fsck.vfat -n /dev/sda
                        mkfs.ext4 -q -b 4096 /dev/sda
                        mount -t ext4 /dev/sda /mnt
                        seq 1 100000 >/mnt/numbers
                        umount /mnt
                        e2fsck -f -n /dev/sda
                        mark done
                        """
                          .formatted(blockSize))
              .expectSuccess();
    }
    assertThat(run.warningsBetween("attach", "done")).isEmpty();
    assertThat(run.printedBy("cat /sys/block/sda/queue/logical_block_size"))
        .contains(Integer.toString(blockSize));
    // Its own name and version go to the standard error.
    var printed =
        ExternalTool.of("debugfs", "e2fsprogs").run("-R", "cat /numbers", image).expectSuccess();
    assertThat(printed.output()).endsWith("99999\n100000\n");
  }

  @Test
  void protectedMediumStaysAsItIs() throws Exception {
    ExternalTool.require("mkfs.fat", "dosfstools");
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 16 << 20);
    ExternalTool.succeed("mkfs.fat", "-n", "KEPT", image.toString());
    var before = Files.readAllBytes(image);
    try (var device = ServedDevice.unplugged()) {
      var medium = device.readOnlyMedium(image, 512);
      device.plug(Way.REDIR_EHCI.port(), builder -> builder.medium(medium));
      var run =
          Way.REDIR_EHCI
              .guest(device)
              .run(
                  Way.REDIR_EHCI.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        say cat /sys/block/sda/ro
                        mount -t vfat -o ro /dev/sda /mnt
                        umount /mnt
                        if dd if=/dev/zero of=/dev/sda count=1; then exit 1; fi
                        # Past the kernel, which would not even ask the device
                        if sg_dd if=/dev/zero of=/dev/sg0 bs=512 count=1; then exit 1; fi
                        """)
              .expectSuccess();
      assertThat(run.warningsBetween("attach", "ready")).isEmpty();
      assertThat(run.printedBy("cat /sys/block/sda/ro")).contains("1");
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void threeTebibytesAreReachedToTheirEnd(Way way) throws Exception {
    long bytes = 3L << 40;
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), bytes);
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, 512);
      device.plug(way.port(), builder -> builder.medium(medium));
      var run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        say blockdev --getsize64 /dev/sda
                        dd if=/dev/urandom of=/tmp/noise bs=64k count=2 2>/dev/null
                        # The beginning, both sides of block 2^32, and the end
                        for at in 0 33554431 50331646; do
                          dd if=/tmp/noise of=/dev/sda bs=64k seek=$at oflag=direct
                          dd if=/dev/sda bs=64k skip=$at count=2 iflag=direct 2>/dev/null |
                            cmp - /tmp/noise
                        done
                        mark done
                        """)
              .expectSuccess();
      assertThat(run.warningsBetween("attach", "done")).isEmpty();
      assertThat(run.printedBy("blockdev --getsize64 /dev/sda")).contains(Long.toString(bytes));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void filesOfACdRomAreRead(Way way) throws Exception {
    ExternalTool.require("xorriso", "xorriso");
    var content = Files.createDirectory(folder.resolve("content"));
    Files.writeString(content.resolve("greeting"), "from a disc\n");
    Files.write(content.resolve("zeros"), new byte[3 << 20]);
    var image = folder.resolve("disc.iso");
    ExternalTool.succeed(
        "xorriso", "-as", "mkisofs", "-quiet", "-o", image.toString(), content.toString());
    try (var device = ServedDevice.unplugged()) {
      var slot = MediumSlot.removable(device.readOnlyMedium(image, 2048));
      device.plug(way.port(), builder -> builder.cdRom(slot));
      var run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        modprobe sr_mod
                        attached() { dmesg | grep -q "Attached scsi CD-ROM"; }
                        within 600 attached
                        mark ready
                        mount -t iso9660 -o ro /dev/sr0 /mnt
                        say cat /mnt/greeting
                        cmp --bytes=3145728 /mnt/zeros /dev/zero
                        umount /mnt
                        say sg_inq /dev/sg0
                        mark done
                        sg_start --eject /dev/sg0
                        if say sg_turs -v /dev/sg0; then exit 1; fi
                        # Linux closes an open tray by itself when the drive is opened, unless told not to
                        echo 0 >/proc/sys/dev/cdrom/autoclose
                        if mount -t iso9660 -o ro /dev/sr0 /mnt; then exit 1; fi
                        sg_start --load /dev/sg0
                        mount -t iso9660 -o ro /dev/sr0 /mnt
                        umount /mnt
                        sg_start --eject /dev/sg0
                        echo 1 >/proc/sys/dev/cdrom/autoclose
                        mount -t iso9660 -o ro /dev/sr0 /mnt
                        cmp --bytes=3145728 /mnt/zeros /dev/zero
                        """)
              .expectSuccess();
      assertThat(run.warningsBetween("attach", "done")).isEmpty();
      assertThat(run.printedBy("cat /mnt/greeting")).contains("from a disc");
      assertThat(run.printedBy("sg_inq /dev/sg0")).anyMatch(line -> line.contains("PDT=5"));
      assertThat(run.printedBy("sg_turs -v /dev/sg0"))
          .anyMatch(line -> line.contains("Medium not present"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void eightUnitsAreEightDisks(Way way) throws Exception {
    try (var device = ServedDevice.unplugged()) {
      var media = new ArrayList<Medium>();
      for (int lun = 0; lun < 8; lun++) {
        var image = ServedDevice.emptyImage(folder.resolve(lun + ".img"), (lun + 1L) << 20);
        media.add(device.medium(image, 512));
      }
      device.plug(way.port(), builder -> media.forEach(builder::medium));
      var run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disks_ready 8
                        mark ready
                        sizes() {
                          for lun in 0 1 2 3 4 5 6 7; do
                            blockdev --getsize64 /dev/$(disk_of $lun)
                          done
                        }
                        say sizes
                        # All at once
                        for lun in 0 1 2 3 4 5 6 7; do
                          dd if=/dev/zero of=/dev/$(disk_of $lun) bs=64k count=16 oflag=direct &
                        done
                        wait
                        mark done
                        """)
              .expectSuccess();
      assertThat(run.warningsBetween("attach", "done")).isEmpty();
      assertThat(run.printedBy("sizes").subList(0, 8)).isEqualTo(sizes());
    }
  }

  private static List<String> sizes() {
    return IntStream.rangeClosed(1, 8).mapToObj(each -> Integer.toString(each << 20)).toList();
  }
}
