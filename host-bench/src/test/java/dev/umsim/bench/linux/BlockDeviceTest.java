package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which commands a disk gets when a program reads and writes its block device. */
class BlockDeviceTest {
  private TestDisk disk;

  @AfterEach
  void unplug() {
    if (disk != null) {
      disk.close();
    }
  }

  private BlockDevice open(int blockSize, long blockCount) throws HostException {
    disk = new TestDisk(new MemoryMedium(blockSize, blockCount));
    return disk.wholeDevice();
  }

  private static byte[] random(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** The partitions of real players: an iPod's with 64197 sectors or 80262, a Sansa's. */
  @ParameterizedTest
  @CsvSource({
    "2048, 64197, 2048",
    "2048, 80262, 4096",
    "512, 7812540, 2048",
    "512, 7812541, 512",
    "512, 7812542, 1024",
    "512, 8, 4096",
    "512, 1048576, 4096",
    "4096, 3, 4096",
  })
  void theSoftBlockIsTheSectorDoubledWhileItDividesTheDevice(
      int sectorBytes, long sectorCount, int expected) {
    assertThat(BlockDevice.usualSoftBlockBytes(sectorBytes, sectorCount)).isEqualTo(expected);
  }

  @Test
  void aPartOfASoftBlockIsReadBeforeItIsWritten() throws HostException {
    var device = open(512, 1000); // a soft block of 4096 bytes
    device.write(5000, random(10), 0, 10);
    assertThat(disk.stream()).containsExactly("read 8+8");
    device.write(4096, random(100), 0, 100);
    device.write(8191, random(1), 0, 1);
    assertThat(disk.stream()).containsExactly("read 8+8");
    device.close();
    assertThat(disk.stream()).containsExactly("read 8+8", "write 8+8");
  }

  @Test
  void aWholeSoftBlockIsWrittenWithoutAReading() throws HostException {
    var device = open(512, 1000);
    device.write(8192, random(4096), 0, 4096);
    assertThat(disk.stream()).isEmpty();
    device.close();
    assertThat(disk.stream()).containsExactly("write 16+8");
  }

  @Test
  void bothEndsOfAWriteAreRead() throws HostException {
    var device = open(512, 1000);
    device.write(5000, random(8000), 0, 8000);
    assertThat(disk.stream()).containsExactly("read 8+8", "read 24+8");
  }

  @Test
  void bothEndsAreOneCommandWhereTheyAreNeighboursInAPage() throws HostException {
    var device = open(512, 1001 * 2); // 1024 bytes
    device.write(4596, random(1000), 0, 1000);
    assertThat(disk.stream()).containsExactly("read 8+4");
  }

  @Test
  void whatIsWrittenGoesOutInTheOrderOfTheDiskAndInLongCommands() throws HostException {
    var device = open(512, 10_000);
    var data = random(400_000);
    device.write(409_600, data, 0, 4096);
    for (int at = 40_960 * 8; at >= 0; at -= 40_960) {
      device.write(at, data, at, 40_960);
    }
    device.close();
    assertThat(disk.stream())
        .containsExactly("write 0+240", "write 240+240", "write 480+240", "write 800+8");
  }

  @Test
  void closingWritesNothingThatIsWrittenAlready() throws HostException {
    var device = open(512, 1000);
    device.write(0, random(4096), 0, 4096);
    device.close();
    device.close();
    assertThat(disk.stream()).containsExactly("write 0+8");
  }

  @Test
  void aSequentialReaderIsReadAheadForInLongCommands() throws HostException {
    var device = open(512, 1000);
    var into = new byte[512];
    for (int at = 0; at < 500 * 512; at += 512) {
      device.read(at, into, 0, 512);
    }
    assertThat(disk.stream()).containsExactly("read 0+240", "read 240+240", "read 480+240");
  }

  @Test
  void nothingIsReadBehindTheEnd() throws HostException {
    var device = open(512, 300);
    device.read(0, new byte[300 * 512], 0, 300 * 512);
    assertThat(disk.stream()).containsExactly("read 0+240", "read 240+60");
  }

  @Test
  void aReaderWhoJumpsGetsThePagesThatHeAskedFor() throws HostException {
    var device = open(512, 10_000);
    device.read(1_000_000, new byte[1], 0, 1);
    device.read(2_000_000, new byte[5000], 0, 5000);
    assertThat(disk.stream()).containsExactly("read 1952+8", "read 3904+16");
  }

  @Test
  void whatIsInMemoryIsNotReadAgain() throws HostException {
    var device = open(512, 1000);
    device.write(8192, random(4096), 0, 4096);
    var into = new byte[64 << 10];
    device.read(0, into, 0, into.length);
    assertThat(disk.stream()).containsExactly("read 0+16", "read 24+240");
    assertThat(into).containsSequence(random(4096));
  }

  @Test
  void windowsThatDoNotMergeAreCutByThemselves() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 2000));
    var settings = new LinuxHostSettings(120 << 10, 128 << 10, false, 0, 1 << 20);
    var whole = BlockRange.whole(disk.disk.capacity());
    var device =
        BlockDevice.open(disk.disk, whole, OptionalInt.empty(), settings, Processor.UNTIMED);
    for (int at = 0; at < 512 * 512; at += 4096) {
      device.read(at, new byte[4096], 0, 4096);
    }
    assertThat(disk.stream())
        .containsExactly("read 0+240", "read 240+16", "read 256+240", "read 496+16");
  }

  @Test
  void withoutReadAheadEachReadIsACommand() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 2000));
    var settings = new LinuxHostSettings(120 << 10, 0, true, 0, 1 << 20);
    var whole = BlockRange.whole(disk.disk.capacity());
    var device =
        BlockDevice.open(disk.disk, whole, OptionalInt.empty(), settings, Processor.UNTIMED);
    for (int at = 0; at < 3 * 8192; at += 8192) {
      device.read(at, new byte[8192], 0, 8192);
    }
    assertThat(disk.stream()).containsExactly("read 0+16", "read 16+16", "read 32+16");
  }

  @Test
  void aPartitionIsAWindowOnTheDisk() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1000));
    disk.put(0, random(1000 * 512));
    var before = disk.bytes(0, 1000);
    var device = disk.device(new BlockRange(63, 101)); // a soft block of one sector
    assertThat(device.sizeBytes()).isEqualTo(101 * 512);
    var data = random(101 * 512 - 1);
    device.write(1, data, 0, data.length);
    device.close();
    assertThat(disk.stream()).containsExactly("read 63+1", "write 63+101");
    System.arraycopy(data, 0, before, 63 * 512 + 1, data.length);
    assertThat(disk.bytes(0, 1000)).isEqualTo(before);
  }

  @Test
  void memoryThatIsFullIsWrittenAndUsedAgain() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 20_000));
    var settings = new LinuxHostSettings(120 << 10, 128 << 10, true, 0, 1 << 20);
    var whole = BlockRange.whole(disk.disk.capacity());
    var device =
        BlockDevice.open(disk.disk, whole, OptionalInt.empty(), settings, Processor.UNTIMED);
    var data = random(8192);
    for (int at = 0; at < 5 << 20; at += data.length) {
      device.write(at, data, 0, data.length);
    }
    assertThat(disk.writes()).isNotEmpty();
    var into = new byte[data.length];
    for (int at = 0; at < 5 << 20; at += data.length) {
      device.read(at, into, 0, into.length);
      assertThat(into).isEqualTo(data);
    }
    device.close();
    assertThat(disk.bytes((5 << 20) / 512 - 16, 16)).isEqualTo(data);
    assertThat(disk.writes().stream().mapToInt(TestDisk.Command::count).sum())
        .isEqualTo((5 << 20) / 512);
  }

  @Test
  void workTakesItsTimeBeforeTheNextCommand() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1000));
    var processor = new CountingProcessor();
    var device =
        BlockDevice.open(
            disk.disk,
            BlockRange.whole(disk.disk.capacity()),
            OptionalInt.empty(),
            LinuxHostSettings.LINUX_2_6_24,
            processor);
    device.write(0, random(4096), 0, 4096);
    device.work(5);
    device.work(6);
    assertThat(processor.work).isEmpty();
    device.close();
    device.work(7);
    device.close();
    assertThat(processor.work).isEqualTo(List.of(11L, 7L));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1001, 'a partition of 1001 blocks at block 0 ends behind the disk, which has 1000;"
        + " choose less'",
    "999, 2, 'a partition of 2 blocks at block 999 ends behind the disk, which has 1000;"
        + " choose less'",
    "9223372036854775807, 1, 'a partition of 1 blocks at block 9223372036854775807 ends behind"
        + " the disk, which has 1000; choose less'",
    "5, 0, 'a partition of 0 blocks at block 5 holds nothing; choose others'",
    "-1, 5, 'a partition of 5 blocks at block -1 holds nothing; choose others'",
  })
  void aPartitionThatTheDiskDoesNotHaveIsRefused(long first, long count, String line)
      throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1000));
    assertThatThrownBy(() -> disk.device(new BlockRange(first, count)))
        .isInstanceOf(NotationException.class)
        .hasMessage(line);
  }

  @ParameterizedTest
  @CsvSource({"256", "1536", "8192", "0", "-512"})
  void aSoftBlockThatCannotBeIsRefused(int bytes) throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1000));
    var whole = BlockRange.whole(disk.disk.capacity());
    var settings = LinuxHostSettings.LINUX_2_6_24;
    assertThatThrownBy(
            () ->
                BlockDevice.open(
                    disk.disk, whole, OptionalInt.of(bytes), settings, Processor.UNTIMED))
        .isInstanceOf(NotationException.class)
        .hasMessage(
            "a soft block has a power of two of bytes, from a sector (512) to 4096, not " + bytes);
  }

  @Test
  void aDeviceSmallerThanItsSoftBlockIsRefused() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1000));
    var settings = LinuxHostSettings.LINUX_2_6_24;
    assertThatThrownBy(
            () ->
                BlockDevice.open(
                    disk.disk,
                    new BlockRange(0, 7),
                    OptionalInt.of(4096),
                    settings,
                    Processor.UNTIMED))
        .hasMessage(
            "a device of 7 blocks of 512 bytes holds no soft block of 4096; choose a smaller one");
  }

  @Test
  void aSoftBlockThatDoesNotDivideTheDeviceLeavesTheRestOut() throws HostException {
    disk = new TestDisk(new MemoryMedium(512, 1001));
    var whole = BlockRange.whole(disk.disk.capacity());
    var settings = LinuxHostSettings.LINUX_2_6_24;
    var device =
        BlockDevice.open(disk.disk, whole, OptionalInt.of(2048), settings, Processor.UNTIMED);
    assertThat(device.sizeBytes()).isEqualTo(1000 * 512);
    device.read(990 * 512, new byte[10 * 512], 0, 10 * 512);
    assertThat(disk.stream()).containsExactly("read 984+16");
  }

  @Test
  void settingsOutOfTheirRangeAreRefused() {
    assertThatThrownBy(() -> new LinuxHostSettings(1000, 0, true, 0, 1 << 20))
        .hasMessage("max-command-bytes is a multiple of 4096 from 4096 to 16777216, not 1000");
    assertThatThrownBy(() -> new LinuxHostSettings(4096, -4096, true, 0, 1 << 20))
        .hasMessage("read-ahead-bytes is a multiple of 4096 from 0 to 16777216, not -4096");
    assertThatThrownBy(() -> new LinuxHostSettings(4096, 0, true, -1, 1 << 20))
        .hasMessage("read-write-pair-ns is 0 or more, not -1; choose a duration");
    assertThatThrownBy(() -> new LinuxHostSettings(4096, 0, true, 0, 1))
        .hasMessage("cache-bytes is at least 1 MiB, not 1");
  }

  @Test
  void aDiskOfMoreThanMemoryIsNoTrouble() throws HostException {
    long blocks = 1L << 30;
    disk =
        new TestDisk(new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.KEPT, 512, blocks));
    var device = disk.wholeDevice();
    var into = new byte[8];
    device.read((blocks - 1) * 512, into, 0, 8);
    assertThat(into).isEqualTo(new byte[] {0, 0, 0, 0, 0x3f, -1, -1, -1});
    assertThat(disk.stream()).isEqualTo(Collections.singletonList("read 1073741816+8"));
  }
}
