package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Linux makes file systems on the device, and what it puts into them is there afterwards. */
@Tag("real-hosts")
class FileSystemTest {
  private static final int BLOCK = 512;
  private static final long BYTES = 64 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void filesOfTwoFileSystemsAreInTheImages(Way way) throws Exception {
    ExternalTool.require("mcopy", "mtools");
    ExternalTool.require("fsck.fat", "dosfstools");
    ExternalTool.require("debugfs", "e2fsprogs");
    var fat = ServedDevice.emptyImage(folder.resolve("fat.img"), BYTES);
    var ext4 = ServedDevice.emptyImage(folder.resolve("ext4.img"), BYTES);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var fatMedium = device.medium(fat, BLOCK);
      var ext4Medium = device.medium(ext4, BLOCK);
      device.plug(way.port(), builder -> builder.medium(fatMedium).medium(ext4Medium));
      run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disks_ready 2
                        mark ready
                        fat=/dev/$(disk_of 0)
                        ext4=/dev/$(disk_of 1)
                        mkdir /tmp/files
                        cd /tmp/files
                        seq 1 20000 >numbers
                        dd if=/dev/urandom of=noise bs=1M count=%d 2>/dev/null
                        for i in $(seq 1 40); do echo "file $i" >small$i; done
                        say sha256sum numbers noise small7
                        cd /

                        say mkfs.vfat -n UMSIM $fat
                        mkfs.ext4 -q $ext4
                        fill() {
                          mount -t $1 $2 /mnt
                          mkdir /mnt/copy
                          cp /tmp/files/* /mnt/copy/
                          umount /mnt
                          # What is compared comes from the device.
                          blockdev --flushbufs $2
                          mount -t $1 -o ro $2 /mnt
                          diff -r /tmp/files /mnt/copy
                          umount /mnt
                        }
                        fill vfat $fat
                        fill ext4 $ext4
                        fsck.vfat -n $fat
                        e2fsck -f -n $ext4
                        mark done
                        """
                          .formatted(way.fairMegabytes()))
              .expectSuccess();
    }

    assertThat(run.warningsBetween("attach", "done")).isEmpty();
    assertThat(run.emulatorErrors()).isEmpty();
    assertThat(run.kernelLog())
        .extracting(KernelMessage::text)
        .anyMatch(text -> text.contains("new " + way.speed() + " USB device"));

    assertThat(ExternalTool.succeed("fsck.fat", "-n", fat.toString())).contains("44 files");
    ExternalTool.succeed("mcopy", "-s", "-i", fat.toString(), "::copy", folder.toString());
    expectFiles(run, folder.resolve("copy"));

    ExternalTool.succeed("e2fsck", "-f", "-n", ext4.toString());
    var dumped = Files.createDirectory(folder.resolve("dumped"));
    ExternalTool.succeed("debugfs", "-R", "rdump /copy " + dumped, ext4.toString());
    expectFiles(run, dumped.resolve("copy"));
  }

  /** The sums that the guest printed are those of the files that were taken out of an image. */
  private static void expectFiles(GuestRun run, Path copies) throws Exception {
    try (var files = Files.list(copies)) {
      assertThat(files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()))
          .hasSize(42)
          .contains("numbers", "noise", "small1", "small40");
    }
    for (var line : run.printedBy("sha256sum numbers noise small7")) {
      var name = line.substring(line.indexOf("  ") + 2);
      var digest =
          MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(copies.resolve(name)));
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(line.substring(0, 64));
    }
  }
}
