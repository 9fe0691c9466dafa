package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.image.FatType;
import dev.umsim.sim.image.ImageBuilder;
import dev.umsim.sim.image.ImagePlan;
import dev.umsim.sim.image.PartitionScheme;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.time.Timeline;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of the Rockbox page, on a disk such as an iPod's: blocks of 2048 bytes, odd. */
class LinuxHostTest {
  private static final int FILE_BYTES = 2_048_000;
  private static final int BLOCK_BYTES = 2048;
  private static final int BLOCKS = 60_001;
  private static final long PAIR_NANOS = 1_893;

  private final CountingProcessor processor = new CountingProcessor();

  private LinuxHost host(TestDisk disk) {
    return new LinuxHost(
        disk.disk,
        BlockRange.whole(disk.disk.capacity()),
        OptionalInt.empty(),
        LinuxHostSettings.LINUX_2_6_24,
        processor);
  }

  /** A block of 2048 bytes is read once, whether 1 byte or 512 are written to it at a time. */
  @ParameterizedTest
  @CsvSource({
    "1,     81481328, 1001, 2048000, 41",
    "512,   159168,   1000, 4000,    40",
    "32768, 2487,     0,    63,      40",
  })
  void writesToTheDevice(int blockBytes, long seek, int reads, long pairs, int lastBlocks)
      throws HostException {
    try (var disk = new TestDisk(new MemoryMedium(BLOCK_BYTES, BLOCKS))) {
      var before = new byte[1100 * BLOCK_BYTES];
      Arrays.fill(before, (byte) 0x55);
      long firstByte = seek * blockBytes;
      int around = (int) (firstByte / BLOCK_BYTES) - 30;
      disk.put(around, before);
      var result =
          run(disk, new Workload.DdWrite(blockBytes, FILE_BYTES, seek), HostFile.random(3));

      int first = (int) (firstByte / BLOCK_BYTES);
      assertThat(disk.reads()).hasSize(reads).allMatch(command -> command.count() == 1);
      var writes = disk.writes();
      assertThat(writes).hasSize(17);
      for (int i = 0; i < 17; i++) {
        assertThat(writes.get(i))
            .isEqualTo(new TestDisk.Command(true, first + 60 * i, i < 16 ? 60 : lastBlocks));
      }
      var expected = before.clone();
      System.arraycopy(
          TestVolume.bytes(FILE_BYTES, 3),
          0,
          expected,
          (int) (firstByte - (long) around * BLOCK_BYTES),
          FILE_BYTES);
      assertThat(disk.bytes(around, 1100)).isEqualTo(expected);
      var write = new Workload.DdWrite(blockBytes, FILE_BYTES, seek);
      assertThat(difference(disk, write, HostFile.random(3))).isEmpty();
      assertThat(difference(disk, write, HostFile.random(4))).isPresent();
      assertThat(result.bytes()).isEqualTo(FILE_BYTES);
      assertThat(result.nanos()).isEqualTo(pairs * PAIR_NANOS);
      assertThat(result.traffic())
          .isEqualTo(
              new Traffic(
                  reads,
                  (long) reads * BLOCK_BYTES,
                  17,
                  (16 * 60 + lastBlocks) * (long) BLOCK_BYTES));
    }
  }

  private WorkloadResult run(TestDisk disk, Workload workload, HostFile file) throws HostException {
    try {
      return host(disk).run(workload, file);
    } catch (UnusableVolumeException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<String> difference(TestDisk disk, Workload.DdWrite write, HostFile file)
      throws HostException {
    try {
      return host(disk).difference(write, file);
    } catch (UnusableVolumeException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theFirstDifferenceIsNamed() throws HostException {
    try (var disk = new TestDisk(new MemoryMedium(512, 1000))) {
      var write = new Workload.DdWrite(1000, 100_000, 3);
      run(disk, write, HostFile.random(1));
      var block = disk.bytes(150, 1);
      block[7] ^= 1;
      disk.put(150, block);
      int at = 150 * 512 + 7;
      byte right = TestVolume.bytes(100_000, 1)[at - 3000];
      assertThat(difference(disk, write, HostFile.random(1)))
          .contains(
              "the first different byte is %d (byte %d of the device): %02x instead of %02x"
                  .formatted(at - 3000, at, (byte) (right ^ 1), right));
    }
  }

  @Test
  void aPartitionIsFoundByItsNumber(@TempDir Path folder) throws Exception {
    var image = folder.resolve("disk.img");
    var plan =
        ImagePlan.builder(64L << 20)
            .scheme(PartitionScheme.MBR)
            .type(FatType.FAT16)
            .clusterBytes(2048)
            .build();
    ImageBuilder.build(plan, image, false);
    try (var disk = new TestDisk(FileMedium.open(image, 512))) {
      var range = BlockRange.ofPartition(disk.disk, 1);
      assertThat(range).isEqualTo(new BlockRange(2048, (64 << 11) - 2048));
      var host =
          new LinuxHost(
              disk.disk,
              range,
              OptionalInt.empty(),
              LinuxHostSettings.LINUX_2_6_24,
              Processor.UNTIMED);
      var sync = new Workload.FatSync(3_000, 100_000, "usb_test");
      host.run(sync, HostFile.random(1));
      assertThat(host.difference(sync, HostFile.random(1))).isEmpty();
      assertThat(disk.commands).allMatch(command -> command.block() >= 2048 || !command.write());
      assertThatThrownBy(() -> BlockRange.ofPartition(disk.disk, 2))
          .isInstanceOf(UnusableVolumeException.class)
          .hasMessage("the disk has no partition 2; choose one of [1]");
    }
    try (var disk = new TestDisk(new MemoryMedium(512, 1000))) {
      assertThatThrownBy(() -> BlockRange.ofPartition(disk.disk, 1))
          .hasMessage("the disk has no partitions; leave the number out");
    }
  }

  @Test
  void readsFromTheDevice() throws HostException {
    var medium =
        new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.REFUSED, BLOCK_BYTES, BLOCKS);
    try (var disk = new TestDisk(medium)) {
      var copy = new CopiedFile(32_768_000);
      var result = run(disk, new Workload.DdRead(32_768, 32_768_000, 0), copy);
      assertThat(disk.commands)
          .hasSize(267)
          .allMatch(command -> !command.write() && command.count() == 60);
      assertThat(result.traffic()).isEqualTo(new Traffic(267, 267 * 122_880L, 0, 0));
      assertThat(copy.bytes).isEqualTo(disk.bytes(0, 16_000));
    }
  }

  /** A file in memory that takes what is copied from the device. */
  private static final class CopiedFile implements HostFile {
    final byte[] bytes;

    CopiedFile(int length) {
      bytes = new byte[length];
    }

    @Override
    public void read(long position, byte[] into, int length) {
      throw new AssertionError("is written only");
    }

    @Override
    public void write(long position, byte[] from, int length) {
      System.arraycopy(from, 0, bytes, (int) position, length);
    }
  }

  @Test
  void readsFromTheMiddle() throws HostException {
    var medium =
        new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.REFUSED, BLOCK_BYTES, BLOCKS);
    try (var disk = new TestDisk(medium)) {
      var copy = new CopiedFile(10_000);
      run(disk, new Workload.DdRead(1_000, 10_000, 77), copy);
      int inBlock = 77_000 % BLOCK_BYTES;
      assertThat(copy.bytes)
          .isEqualTo(
              Arrays.copyOfRange(disk.bytes(77_000 / BLOCK_BYTES, 6), inBlock, inBlock + 10_000));
    }
  }

  /** While the program works on what it has, the disk reads the rest: the longer of both counts. */
  @ParameterizedTest
  @CsvSource({"1000, 1", "4096, 400000000"})
  void readAheadOverlapsTheProcessor(int blockBytes, long pairNanos) throws HostException {
    long busyNanos;
    long copyNanos;
    int commands = 10;
    long bytes = commands * 122_880L;
    try (var disk =
        new TestDisk(new MemoryMedium(BLOCK_BYTES, BLOCKS), new TimedBus(new Timeline()))) {
      var settings = new LinuxHostSettings(120 << 10, 128 << 10, true, pairNanos, 64 << 20);
      var range = BlockRange.whole(disk.disk.capacity());
      var clock = Processor.of(disk.link);
      var host = new LinuxHost(disk.disk, range, OptionalInt.empty(), settings, clock);
      copyNanos = hostRun(host, new Workload.DdRead(blockBytes, bytes, 0)).nanos();
      long start = disk.link.nanos();
      for (int i = 0; i < commands; i++) {
        disk.bytes(i * 60, 60);
      }
      busyNanos = disk.link.nanos() - start;
    }
    long workNanos = (bytes + blockBytes - 1) / blockBytes * pairNanos;
    if (workNanos < busyNanos) {
      assertThat(copyNanos).isBetween(busyNanos, busyNanos + busyNanos / 100);
    } else {
      // Only the first command has nothing to overlap.
      assertThat(copyNanos).isBetween(workNanos, workNanos + busyNanos / 5);
    }
  }

  private static WorkloadResult hostRun(LinuxHost host, Workload workload) throws HostException {
    try {
      return host.run(workload, HostFile.random(0));
    } catch (UnusableVolumeException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 8000, 4000", "32768, 126, 63"})
  void writesSynchronouslyToAVolume(int blockBytes, int nearWrites, int pairs, @TempDir Path folder)
      throws Exception {
    try (var volume = new TestVolume(folder, FatType.FAT32, 2048, 16_384, 1100L << 20)) {
      var host = host(volume.disk);
      var result =
          host.run(
              new Workload.FatSync(blockBytes, FILE_BYTES, "Data/usb_test"), HostFile.random(5));
      assertThat(result.traffic().writeCommands()).isEqualTo(nearWrites + 498);
      // The one sector of the table that matters is in memory since the folder was looked for.
      assertThat(result.traffic().readCommands()).isZero();
      assertThat(result.nanos()).isEqualTo(pairs * PAIR_NANOS);
      volume.requireSound();
      assertThat(volume.contentOf("Data/usb_test")).isEqualTo(TestVolume.bytes(FILE_BYTES, 5));
      var sync = new Workload.FatSync(blockBytes, FILE_BYTES, "Data/usb_test");
      assertThat(host.difference(sync, HostFile.random(5))).isEmpty();
      assertThat(host.difference(sync, HostFile.random(6)).orElseThrow())
          .startsWith("Data/usb_test: the first different byte is 0 (byte ");
      assertThat(host.difference(new Workload.FatSync(1, 7, "Data/usb_test"), HostFile.random(5)))
          .contains("Data/usb_test has 2048000 bytes instead of 7");
      assertThat(host.difference(new Workload.FatSync(1, 7, "Data/other"), HostFile.random(5)))
          .contains("the volume has no file Data/other");
    }
  }

  @Test
  void aProtectedMediumIsNotWritten() throws HostException {
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.REFUSED, 512, 1000);
    try (var disk = new TestDisk(medium)) {
      assertThatThrownBy(() -> run(disk, new Workload.DdWrite(512, 512, 0), HostFile.random(0)))
          .isInstanceOf(NotationException.class)
          .hasMessage("dd-write writes, and the disk is write-protected; choose dd-read");
      assertThat(disk.commands).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 512001, 0",
    "512, 512, 1000",
    "1, 1, 512000",
    "1000, 9223372036854775807, 1",
    "1000, 1, 9223372036854775807",
  })
  void aCopyThatEndsBehindTheDeviceIsRefused(int blockBytes, long bytes, long blocks)
      throws HostException {
    try (var disk = new TestDisk(new MemoryMedium(512, 1000))) {
      assertThatThrownBy(
              () -> run(disk, new Workload.DdWrite(blockBytes, bytes, blocks), HostFile.random(0)))
          .isInstanceOf(NotationException.class)
          .hasMessageContaining("ends behind the device, which has 512000 bytes; choose less");
      assertThatThrownBy(
              () -> run(disk, new Workload.DdRead(blockBytes, bytes, blocks), HostFile.random(0)))
          .isInstanceOf(NotationException.class);
      assertThat(disk.commands).isEmpty();
    }
  }

  @Test
  void blocksAndSizesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new Workload.DdRead(0, 1, 0))
        .hasMessage("block size is 1 byte to 64M, not 0; choose another");
    assertThatThrownBy(() -> new Workload.DdWrite((64 << 20) + 1, 1, 0))
        .hasMessage("block size is 1 byte to 64M, not 67108865; choose another");
    assertThatThrownBy(() -> new Workload.FatSync(1, 0, "x"))
        .hasMessage("size is at least 1 byte, not 0");
    assertThatThrownBy(() -> new Workload.DdRead(1, 1, -1))
        .hasMessage("--skip is 0 or more blocks, not -1");
  }
}
