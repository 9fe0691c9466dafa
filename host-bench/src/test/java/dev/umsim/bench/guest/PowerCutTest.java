package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.serve.ServiceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The power goes while Linux has files on a disk with a write cache: what it had synced is there
 * afterwards, because each of its flushes reached the medium.
 */
class PowerCutTest {
  private static final int BLOCK = 512;

  /** What the job writes past the cache of Linux, and does not sync. */
  private static final int UNSYNCED_BLOCKS = 8 * 65536 / BLOCK;

  private static final String SUMS = "cat /tmp/sums";

  @TempDir Path folder;

  @Tag("real-hosts")
  @ParameterizedTest
  @CsvSource({
    // The journal is not to commit by itself: only what the job syncs is to be durable.
    "REDIR_EHCI, ext4, mkfs.ext4 -q, commit=3600, true, e2fsck -f -n",
    // A FAT that was in use is marked so, and may have lost clusters that nobody knows of.
    "USB_IP, vfat, mkfs.vfat, rw, fsck.vfat -a /dev/sda || [ $? -eq 1 ], fsck.vfat -n"
  })
  void nothingThatWasSyncedIsLost(
      Way way, String fileSystem, String make, String options, String repair, String check)
      throws Exception {
    ExternalTool.require("debugfs", "e2fsprogs");
    ExternalTool.require("mcopy", "mtools");
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    var lostBlocks = new AtomicInteger();
    GuestRun run;
    try (var cached = new PowerCutMedium(image, BLOCK);
        var device = ServedDevice.unplugged()) {
      var medium = device.worker(cached);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .when(
                  "cut",
                  () -> {
                    device.unplug();
                    lostBlocks.set(cached.cutPower());
                  })
              .when(
                  "restore",
                  () -> {
                    cached.restorePower();
                    device.plug();
                  })
              .run(way.prepare(device) + job(fileSystem, make, options, repair, check))
              .expectSuccess();
    }

    assertThat(run.printedBy("cat /sys/block/sda/queue/write_cache")).contains("write back");
    assertThat(lostBlocks).hasValueGreaterThanOrEqualTo(UNSYNCED_BLOCKS);
    var sums = run.printedBy(SUMS).stream().filter(line -> line.contains("synced")).toList();
    assertThat(sums).hasSize(21);
    for (var line : sums) {
      var name = line.substring(line.indexOf("  ") + 2);
      assertThat(sum(copyOf(name, image, fileSystem))).as(name).isEqualTo(line.substring(0, 64));
    }
  }

  @Tag("real-hosts")
  @Test
  void nothingThatWasSyncedIsLostFiveTimes() throws Exception {
    cutAgainAndAgain(5);
  }

  @Tag("real-hosts-full")
  @Test
  void nothingThatWasSyncedIsLostAHundredTimes() throws Exception {
    cutAgainAndAgain(100);
  }

  /**
   * As {@code ums serve} and {@code ums ctl power-cut} do it, on one disk. Over USB/IP it does not
   * come back, perhaps by another name, before the job attaches it.
   */
  private void cutAgainAndAgain(int cuts) throws Exception {
    var way = Way.USB_IP;
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    try (var served = ServedTargets.open("sim:reference?image=" + image + "&volatile-cache=16M")) {
      var run =
          served
              .guest(way)
              .limit(Duration.ofMinutes(30))
              .when("cut", () -> served.control("power-cut"))
              .run(served.prepare(way) + cuts(cuts))
              .expectSuccess();
      assertThat(run.output().stream().filter("whole"::equals)).hasSize(cuts);
      assertThat(served.events().stream().filter(ServiceEvent.Unplugged.class::isInstance))
          .hasSize(cuts);
    }
  }

  private static String cuts(int count) {
    return """
        set -e
        within 600 disk_ready sda
        mkfs.ext4 -q /dev/sda
        for cut in $(seq 1 %d); do
          # The journal is not to commit by itself: only what the job syncs is to be durable.
          mount -t ext4 -o commit=3600 /dev/sda /mnt
          cd /mnt
          dd if=/dev/urandom of=synced$cut bs=100000 count=$((cut %% 10 + 1)) 2>/dev/null
          echo "of cut $cut" >overwritten
          sync
          dd if=/dev/urandom of=fsynced bs=64k count=4 conv=fsync 2>/dev/null
          rm -f synced$((cut - 10))
          sync
          sha256sum synced* fsynced overwritten >/tmp/sums
          dd if=/dev/urandom of=late bs=64k count=8 oflag=direct 2>/dev/null
          cd /
          echo cut
          # Unmounted any sooner, all would be synced
          within 600 disk_gone sda
          umount /mnt
          within 600 attach
          within 600 disk_ready sda
          mount -t ext4 /dev/sda /mnt
          cd /mnt
          sha256sum -c /tmp/sums >/dev/null
          # What nobody had synced was lost with the cache
          [ ! -e late ]
          cd /
          umount /mnt
          e2fsck -f -n /dev/sda >/dev/null
          echo whole
        done
        """
        .formatted(count);
  }

  private static String job(
      String fileSystem, String make, String options, String repair, String check) {
    return """
        set -e
        within 600 disk_ready sda
        say cat /sys/block/sda/queue/write_cache
        say %2$s /dev/sda
        mount -t %1$s -o %3$s /dev/sda /mnt
        cd /mnt
        for i in $(seq 1 20); do
          dd if=/dev/urandom of=synced$i bs=20000 count=$i 2>/dev/null
        done
        sync
        dd if=/dev/urandom of=synced21 bs=64k count=4 conv=fsync 2>/dev/null
        sha256sum synced* >/tmp/sums
        say cat /tmp/sums
        echo "late" >late
        dd if=/dev/urandom of=unsynced bs=64k count=8 oflag=direct 2>/dev/null
        cd /
        echo cut
        # Unmounted any sooner, all would be synced
        within 600 disk_gone sda
        umount /mnt

        echo restore
        within 600 attach
        within 600 disk_ready sda
        %4$s
        mount -t %1$s /dev/sda /mnt
        cd /mnt
        say sha256sum -c /tmp/sums
        cd /
        umount /mnt
        %5$s /dev/sda
        """
        .formatted(fileSystem, make, options, repair, check);
  }

  private Path copyOf(String name, Path image, String fileSystem)
      throws IOException, InterruptedException {
    var copy = folder.resolve(name);
    if (fileSystem.equals("ext4")) {
      ExternalTool.succeed("debugfs", "-R", "dump /" + name + " " + copy, image.toString());
    } else {
      ExternalTool.succeed("mcopy", "-i", image.toString(), "::" + name, copy.toString());
    }
    return copy;
  }

  private static String sum(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
