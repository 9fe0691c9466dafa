package dev.umsim.bench.usb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is mounted of a device, in folders that look like those of a machine with two disks. */
class MountedVolumesTest {
  private static final PluggedDevice DEVICE = Plugged.at(1, "2", Plugged.STORAGE);
  private static final String ROOT =
      "24 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw,errors=remount-ro\n";

  @TempDir Path folder;

  @BeforeEach
  void machine() throws IOException {
    block("pci0000:00/ata1/block/sda", "8:0");
    block("pci0000:00/ata1/block/sda/sda2", "8:2");
    block("pci0000:00/usb1/1-2/1-2:1.0/host6/block/sdb", "8:16");
    block("pci0000:00/usb1/1-2/1-2:1.0/host6/block/sdb/sdb1", "8:17");
    block("pci0000:00/usb1/1-2.1/1-2.1:1.0/host7/block/sdc", "8:32");
    mounts(ROOT);
  }

  private Path block(String device, String number) throws IOException {
    var path = Files.createDirectories(folder.resolve("sys/devices").resolve(device));
    Files.writeString(path.resolve("dev"), number + "\n");
    Files.createDirectories(path.resolve("holders"));
    var all = Files.createDirectories(folder.resolve("sys/class/block"));
    Files.createSymbolicLink(all.resolve(path.getFileName()), path);
    return path;
  }

  private void mounts(String lines) throws IOException {
    Files.createDirectories(folder.resolve("proc/self"));
    Files.writeString(folder.resolve("proc/self/mountinfo"), lines);
  }

  private MountedVolumes volumes() {
    return MountedVolumes.in(folder.resolve("sys"), folder.resolve("proc"));
  }

  private void expectRefusal(String use) {
    assertThatThrownBy(() -> volumes().requireUnused(DEVICE))
        .isInstanceOf(UsbException.class)
        .hasMessage("device 05ac:1209 at 1-2 is in use: " + use);
  }

  @Test
  void aDiskThatIsNotMountedMayBeUsed() {
    assertThat(volumes().known()).isTrue();
    assertThatCode(() -> volumes().requireUnused(DEVICE)).doesNotThrowAnyException();
  }

  @Test
  void aMountedPartitionIsFound() throws IOException {
    mounts(ROOT + "60 24 8:17 / /media/ipod rw - vfat /dev/sdb1 rw\n");
    expectRefusal("/dev/sdb1 is mounted at /media/ipod; unmount it by: umount /media/ipod");
  }

  @Test
  void aMountedDiskWithoutPartitionsIsFound() throws IOException {
    mounts(ROOT + "60 24 8:16 / /mnt rw - vfat /dev/sdb rw\n");
    expectRefusal("/dev/sdb is mounted at /mnt; unmount it by: umount /mnt");
  }

  @Test
  void theDiskOfAHubsOtherDeviceDoesNotCount() throws IOException {
    mounts(ROOT + "60 24 8:32 / /mnt rw - vfat /dev/sdc rw\n");
    assertThatCode(() -> volumes().requireUnused(DEVICE)).doesNotThrowAnyException();
  }

  @Test
  void aFileSystemWithANumberOfItsOwnIsFoundByItsName() throws IOException {
    mounts(ROOT + "60 24 0:42 / /mnt rw - btrfs /dev/sdb1 rw\n");
    expectRefusal("/dev/sdb1 is mounted at /mnt; unmount it by: umount /mnt");
  }

  @Test
  void whatIsBuiltOnAPartitionIsFound() throws IOException {
    var mapping = block("virtual/block/dm-0", "253:0");
    Files.createSymbolicLink(
        folder.resolve("sys/devices/pci0000:00/usb1/1-2/1-2:1.0/host6/block/sdb/sdb1/holders/dm-0"),
        mapping);
    mounts(ROOT + "60 24 253:0 / /mnt rw - ext4 /dev/mapper/secret rw\n");
    expectRefusal("/dev/mapper/secret is mounted at /mnt; unmount it by: umount /mnt");
  }

  @Test
  void swapSpaceIsFound() throws IOException {
    Files.writeString(
        folder.resolve("proc/swaps"), "Filename Type Size\n/dev/sdb1 partition 1024 0 -2\n");
    expectRefusal("/dev/sdb1 is swap space; end that by: swapoff /dev/sdb1");
  }

  @Test
  void aSystemWithoutTheseFoldersDoesNotTell() {
    var elsewhere = MountedVolumes.in(folder.resolve("none"), folder.resolve("none"));
    assertThat(elsewhere.known()).isFalse();
    assertThatCode(() -> elsewhere.requireUnused(DEVICE)).doesNotThrowAnyException();
  }
}
