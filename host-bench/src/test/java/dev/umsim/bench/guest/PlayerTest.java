package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.serve.ServiceEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What Linux makes of a player with the Rockbox firmware of 2026, as {@code ums serve} gives it.
 */
@Tag("real-hosts")
class PlayerTest {
  private static final int MIB = 1 << 20;

  /**
   * All that the kernel warns of at each attachment: MODE SENSE has no page, so it takes writes to
   * be on the medium when they are done.
   */
  private static final List<String> WARNINGS =
      List.of(
          "sd 0:0:0:0: [sda] No Caching mode page found",
          "sd 0:0:0:0: [sda] Assuming drive cache: write through");

  /** What it makes of the rest: a removable SPC-2 disk that nothing stands in the way of. */
  private static final List<String> NOTES =
      List.of(
          "scsi 0:0:0:0: Direct-Access     UMSIM    Simulated Disk   1.0  PQ: 0 ANSI: 4",
          "sd 0:0:0:0: [sda] 131072 512-byte logical blocks: (67.1 MB/64.0 MiB)",
          "sd 0:0:0:0: [sda] Write Protect is off",
          "sd 0:0:0:0: [sda] Mode Sense: 0b 00 00 08",
          "sd 0:0:0:0: [sda] Attached SCSI removable disk");

  /** Commands of the guest, and a line of what each has to print. */
  private static final List<List<String>> LOOKS =
      List.of(
          List.of("cat /sys/block/sda/removable", "1"),
          List.of("cat /sys/block/sda/size", "131072"),
          List.of("cat /sys/block/sda/ro", "0"),
          List.of("cat /sys/block/sda/queue/write_cache", "write through"),
          List.of("sg_inq /dev/sg0", "PQual=0  PDT=0  RMB=1  LU_CONG=0  hot_pluggable=0"),
          List.of("sg_luns /dev/sg0", "Lun list length = 8 which imples 1 lun entry"),
          List.of("sg_readcap /dev/sg0", "Last LBA=131071 (0x1ffff), Number of logical blocks"),
          // The last CSW shows through: "US" in front of the address.
          List.of("sg_readcap --16 /dev/sg0", "(0x555300000001ffff)"),
          List.of("sg_modes /dev/sg0", "00     00 00 00 00 00 02 00 00  00 00 00 00 00 00 02 00"),
          List.of("sg_sync /dev/sg0", "Synchronize cache failed: Illegal request, Invalid opcode"),
          List.of("sg_verify --lba=0 /dev/sg0", "VERIFY(10): Illegal request, Invalid opcode"),
          List.of("sg_vpd /dev/sg0", "invalid VPD response; probably a STANDARD INQUIRY response"),
          List.of("lsusb -v -d 05ac:1209", "iProduct                2 Rockbox media player"),
          List.of("lsusb -v -d 05ac:1209", "(Bus Powered)"));

  @TempDir Path folder;

  private Path fatImage(String name, int mebibytes, String label) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve(name), (long) mebibytes * MIB);
    ExternalTool.succeed("mkfs.fat", "-F", "32", "-n", label, image.toString());
    return image;
  }

  private static String sum(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_UHCI", "REDIR_EHCI"})
  void linuxCopiesToItAndFromIt(Way way) throws Exception {
    ExternalTool.require("mcopy", "mtools");
    ExternalTool.require("fsck.fat", "dosfstools");
    var image = fatImage("disk.img", 64, "PLAYER");
    var fromHost = new byte[way.fairMegabytes() * MIB];
    new Random(1).nextBytes(fromHost);
    var file = Files.write(folder.resolve("fromhost"), fromHost);
    ExternalTool.succeed("mcopy", "-i", image.toString(), file.toString(), "::");
    var speed = way.port() == Speed.FULL ? "full" : "high";
    GuestRun run;
    try (var served = ServedTargets.open("sim:rockbox-2026?image=" + image + "&speed=" + speed)) {
      run =
          served
              .guest(way)
              .when("unplug", () -> served.control("unplug"))
              .when("plug", () -> served.control("plug"))
              .run(served.prepare(way) + job(way))
              .expectSuccess();
      assertThat(served.events()).contains(new ServiceEvent.Reported("1-1", "ejected", "drive 0"));
    }

    assertThat(run.warningsBetween("attach", "ready")).isEqualTo(WARNINGS);
    assertThat(run.warningsBetween("ready", "gone")).isEmpty();
    assertThat(run.warningsBetween("gone", "back")).isEqualTo(WARNINGS);
    assertThat(run.warningsBetween("back", "done")).isEmpty();
    assertThat(run.kernelLog()).extracting(KernelMessage::text).containsAll(NOTES);
    assertThat(run.emulatorErrors()).isEmpty();
    for (var look : LOOKS) {
      assertThat(run.printedBy(look.get(0)))
          .as(look.get(0))
          .anyMatch(each -> each.contains(look.get(1)));
    }

    assertThat(run.printedBy("sha256sum /mnt/fromhost"))
        .contains(sum(fromHost) + "  /mnt/fromhost");
    assertThat(run.printedBy("blockdev --getsz /dev/sda"))
        .contains("blockdev: cannot open /dev/sda: No medium found");

    ExternalTool.succeed("fsck.fat", "-n", image.toString());
    assertThat(ExternalTool.succeed("mdir", "-i", image.toString(), "::copy"))
        .contains("numbers", "noise", "synced", "later");
    ExternalTool.succeed("mcopy", "-s", "-i", image.toString(), "::copy", folder.toString());
    for (var line : run.printedBy("sha256sum numbers noise")) {
      var name = line.substring(line.indexOf("  ") + 2);
      assertThat(sum(Files.readAllBytes(folder.resolve("copy").resolve(name))))
          .as(name)
          .isEqualTo(line.substring(0, 64));
    }
  }

  private static String job(Way way) {
    var looks = new StringBuilder();
    LOOKS.stream()
        .map(look -> look.get(0))
        .distinct()
        .forEach(look -> looks.append("say ").append(look).append(" || true\n"));
    return """
        set -e
        within 600 disk_ready sda
        mark ready
        %s
        mkdir /tmp/files
        cd /tmp/files
        seq 1 20000 >numbers
        dd if=/dev/urandom of=noise bs=1M count=%d 2>/dev/null
        say sha256sum numbers noise
        cd /
        mount -t vfat /dev/sda /mnt
        say sha256sum /mnt/fromhost
        mkdir /mnt/copy
        cp /tmp/files/* /mnt/copy
        dd if=/tmp/files/noise of=/mnt/copy/synced bs=64k conv=fsync 2>/dev/null
        umount /mnt
        # What is compared comes from the device.
        blockdev --flushbufs /dev/sda
        mount -t vfat -o ro /dev/sda /mnt
        diff /tmp/files/noise /mnt/copy/synced
        diff /tmp/files/numbers /mnt/copy/numbers
        umount /mnt
        echo unplug
        within 600 disk_gone sda
        mark gone

        echo plug
        within 600 attach
        within 600 disk_ready sda
        mark back
        mount -t vfat /dev/sda /mnt
        diff /tmp/files/noise /mnt/copy/noise
        echo later >/mnt/copy/later
        umount /mnt
        fsck.vfat -n /dev/sda
        sg_start --eject /dev/sg0
        say blockdev --getsz /dev/sda || true
        mark done
        """
        .formatted(looks, way.fairMegabytes());
  }

  /** Its firmware hears of cards in its second drive, and Linux of it. */
  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void aCardIsSwappedByHand(Way way) throws Exception {
    ExternalTool.require("mdir", "mtools");
    ExternalTool.require("mkfs.fat", "dosfstools");
    var disk = fatImage("disk.img", 64, "PLAYER");
    var first = fatImage("first.img", 40, "FIRST");
    var second = fatImage("second.img", 48, "SECOND");
    var target = "sim:rockbox-2026?image=" + disk + "&image=" + first + ",removable";
    try (var served = ServedTargets.open(target)) {
      var run =
          served
              .guest(way)
              .when("take out", () -> served.control("eject", 1, null))
              .when("put in", () -> served.control("insert", 1, null))
              .when("swap", () -> served.control("swap", 1, second))
              .run(
                  served.prepare(way)
                      + """
                        set -e
                        within 600 disks_ready 2
                        mark ready
                        card=/dev/$(disk_of 1)
                        blocks() { blockdev --getsz $card 2>/dev/null || echo none; }
                        blocks_are() { [ "$(blocks)" = $1 ]; }
                        say blocks_are 81920
                        echo "take out"
                        within 600 blocks_are none
                        echo "put in"
                        within 600 blocks_are 81920
                        mount -t vfat $card /mnt
                        echo "on the first" >/mnt/one
                        umount /mnt
                        echo swap
                        within 600 blocks_are 98304
                        mount -t vfat $card /mnt
                        echo "on the second" >/mnt/two
                        umount /mnt
                        mark done
                        """)
              .expectSuccess();
      assertThat(run.warningsBetween("ready", "done")).isEmpty();
    }
    assertThat(ExternalTool.succeed("mdir", "-i", first.toString(), "::")).contains("FIRST", "one");
    assertThat(ExternalTool.succeed("mdir", "-i", second.toString(), "::"))
        .contains("SECOND", "two");
  }
}
