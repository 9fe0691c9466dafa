package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.image.FatType;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code vfat -o sync} does to a disk, and what is on it afterwards. */
class VfatTest {
  private static final int FILE_BYTES = 2_048_000;

  @TempDir Path folder;

  private TestVolume volume(FatType type, int blockBytes, int clusterBytes, int mebibytes)
      throws Exception {
    return new TestVolume(folder, type, blockBytes, clusterBytes, (long) mebibytes << 20);
  }

  private TestVolume small() throws Exception {
    return volume(FatType.FAT16, 512, 2048, 16);
  }

  private static void write(VfatFile file, byte[] content, int blockBytes) throws Exception {
    for (int at = 0; at < content.length; at += blockBytes) {
      file.write(content, at, Math.min(blockBytes, content.length - at));
    }
  }

  /** Two near writes for each write(), and four of the tables for each cluster but the first. */
  @ParameterizedTest
  @CsvSource({
    "FAT32, 2048, 16384, 1100, 512,   8000, 498",
    "FAT32, 2048, 16384, 1100, 32768,  126, 498",
    "FAT32, 512,  4096,  300,  512,   8000, 1998",
    "FAT32, 512,  4096,  300,  32768,  126, 1998",
    "FAT16, 512,  32768, 140,  512,   8000, 250",
    "FAT16, 2048, 32768, 140,  32768,  126, 250",
    "FAT16, 512,  2048,  16,   1000,  4096, 3998",
  })
  void theWritesAreThoseOfTheKernel(
      FatType type,
      int blockBytes,
      int clusterBytes,
      int mebibytes,
      int writeBytes,
      int nearWrites,
      int tableWrites)
      throws Exception {
    var content = TestVolume.bytes(FILE_BYTES, 7);
    try (var volume = volume(type, blockBytes, clusterBytes, mebibytes)) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      var file = mounted.create("Data/usb_test");
      volume.disk.commands.clear();
      write(file, content, writeBytes);
      assertThat(volume.nearWrites()).hasSize(nearWrites);
      assertThat(volume.tableWrites()).hasSize(tableWrites);
      assertThat(volume.disk.writes()).hasSize(nearWrites + tableWrites);
      assertThat(volume.tableWrites()).allMatch(command -> command.count() == 1);
      mounted.unmount();
      volume.requireSound();
      assertThat(volume.contentOf("Data/usb_test")).isEqualTo(content);
    }
  }

  @Test
  void theWritesComeInTheOrderOfTheKernel() throws Exception {
    try (var volume = small()) {
      var geometry = volume.geometry;
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      var file = mounted.create("usb_test");
      long entry = geometry.rootDirectorySector();
      long first = geometry.fatSector(0);
      long second = geometry.fatSector(1);
      int free = 2 + 1 + (300_001 + 2047) / 2048; // behind the folder and the song
      long data = geometry.clusterSector(free);
      volume.disk.commands.clear();
      file.write(new byte[700], 0, 700);
      assertThat(volume.disk.stream())
          .containsExactly(
              "read " + first + "+1",
              "write " + first + "+1",
              "write " + second + "+1",
              "write " + data + "+2",
              "write " + entry + "+1");
      volume.disk.commands.clear();
      file.write(new byte[2000], 0, 2000);
      assertThat(volume.disk.stream())
          .containsExactly(
              "write " + first + "+1",
              "write " + second + "+1",
              "write " + first + "+1",
              "write " + second + "+1",
              "write " + (data + 1) + "+5",
              "write " + entry + "+1");
    }
  }

  @Test
  void aFileIsWrittenAgain() throws Exception {
    try (var volume = small()) {
      for (int bytes : new int[] {1_000_000, 3_000, 5_000_000}) {
        var content = TestVolume.bytes(bytes, bytes);
        var mounted = Vfat.mount(volume.disk.wholeDevice());
        write(mounted.create("/Data/USB_Test"), content, 10_000);
        mounted.unmount();
        volume.requireSound();
        assertThat(volume.contentOf("Data/usb_test")).isEqualTo(content);
      }
    }
  }

  @Test
  void anEmptyFileHasNoCluster() throws Exception {
    try (var volume = small()) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      mounted.create("nothing");
      mounted.unmount();
      volume.requireSound();
      assertThat(volume.contentOf("nothing")).isEmpty();
    }
  }

  @Test
  void filesThatGrowTogetherAreInPieces() throws Exception {
    try (var volume = small()) {
      var content = TestVolume.bytes(40_000, 1);
      var other = TestVolume.bytes(40_000, 2);
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      var file = mounted.create("one");
      var between = mounted.create("two");
      for (int at = 0; at < content.length; at += 2_000) {
        file.write(content, at, 2_000);
        between.write(other, at, 2_000);
      }
      mounted.unmount();
      volume.requireSound();
      assertThat(volume.contentOf("one")).isEqualTo(content);
      assertThat(volume.contentOf("two")).isEqualTo(other);
    }
  }

  /** Two files fill the volume in turns; where one was, a third has a piece in every hole. */
  @Test
  void eachPieceIsACommand() throws Exception {
    try (var volume = volume(FatType.FAT16, 512, 512, 3)) {
      int clusterBytes = volume.geometry.clusterBytes();
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      var holes = mounted.create("holes");
      var walls = mounted.create("walls");
      var cluster = new byte[clusterBytes];
      assertThatThrownBy(
              () -> {
                while (true) {
                  holes.write(cluster, 0, clusterBytes);
                  walls.write(cluster, 0, clusterBytes);
                }
              })
          .isInstanceOf(UnusableVolumeException.class);
      mounted.create("holes");
      var content = TestVolume.bytes(8 * clusterBytes, 3);
      var pieces = mounted.create("pieces");
      volume.disk.commands.clear();
      pieces.write(content, 0, content.length);
      assertThat(volume.nearWrites()).hasSize(8 + 1);
      mounted.unmount();
      volume.requireSound();
      assertThat(volume.contentOf("pieces")).isEqualTo(content);
    }
  }

  /** The search for a free cluster goes on behind the last one, also after the next mounting. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aFileThatIsWrittenAgainLiesBehindItsOldPlace(boolean mountedAgain) throws Exception {
    try (var volume = volume(FatType.FAT32, 512, 512, 40)) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      mounted.create("x").write(new byte[3 * 512], 0, 3 * 512);
      long first = volume.nearWrites().get(1).block();
      if (mountedAgain) {
        mounted.unmount();
        mounted = Vfat.mount(volume.disk.wholeDevice());
      }
      var file = mounted.create("x");
      volume.disk.commands.clear();
      file.write(new byte[512], 0, 512);
      assertThat(volume.nearWrites().get(0).block()).isEqualTo(first + 3);
      mounted.unmount();
      volume.requireSound();
    }
  }

  @Test
  void aFullVolumeStaysSound() throws Exception {
    try (var volume = volume(FatType.FAT16, 512, 512, 3)) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      var file = mounted.create("much");
      var block = new byte[60_000];
      assertThatThrownBy(
              () -> {
                while (true) {
                  file.write(block, 0, block.length);
                }
              })
          .isInstanceOf(UnusableVolumeException.class)
          .hasMessage(
              "the volume is full: none of its "
                  + volume.geometry.clusterCount()
                  + " clusters of 512 bytes is free; choose a smaller file or a larger volume");
      int others = 1 + (300_001 + 511) / 512; // the folder and the song
      assertThat(file.sizeBytes()).isEqualTo((volume.geometry.clusterCount() - others) * 512L);
      mounted.create("Data/little");
      mounted.unmount();
      volume.requireSound();
    }
  }

  @Test
  void aFolderGrows() throws Exception {
    try (var volume = small()) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      for (int i = 0; i < 100; i++) {
        mounted
            .create("Data/A file with a rather long name " + i)
            .write(new byte[] {(byte) i}, 0, 1);
      }
      mounted.unmount();
      volume.requireSound();
      for (int i : new int[] {0, 50, 99}) {
        assertThat(volume.contentOf("Data/A file with a rather long name " + i)).containsExactly(i);
      }
    }
  }

  @Test
  void whatIsNoVolumeIsNotMounted() throws Exception {
    try (var disk = new TestDisk(new MemoryMedium(512, 1000))) {
      assertThatThrownBy(() -> Vfat.mount(disk.wholeDevice()))
          .isInstanceOf(UnusableVolumeException.class)
          .hasMessage(
              "there is no FAT volume on the device; choose the partition that has it, or make an"
                  + " image with: ums image create");
    }
  }

  @Test
  void aVolumeThatIsTooSmallOrTooLargeIsNotMounted() throws Exception {
    try (var volume = volume(FatType.FAT12, 512, 4096, 2)) {
      assertThatThrownBy(() -> Vfat.mount(volume.disk.wholeDevice()))
          .hasMessage("the volume is FAT12; choose a larger one, which is FAT16 or FAT32");
    }
  }

  @Test
  void aPartOfAVolumeIsNotMounted() throws Exception {
    try (var volume = small()) {
      assertThatThrownBy(() -> Vfat.mount(volume.disk.device(new BlockRange(0, 16))))
          .hasMessage("the volume has 16777216 bytes, the device 8192; choose the whole partition");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Music/x | the volume has no folder \"Music\" for Music/x; choose another path",
        "A song that was there.mp3/x | the volume has no folder \"A song that was there.mp3\" for"
            + " A song that was there.mp3/x; choose another path",
        "Data | Data is a folder; choose another name",
      })
  void aPathThatTheVolumeDoesNotHaveIsRefused(String path, String line) throws Exception {
    try (var volume = small()) {
      var mounted = Vfat.mount(volume.disk.wholeDevice());
      volume.disk.commands.clear();
      assertThatThrownBy(() -> mounted.create(path))
          .isInstanceOf(UnusableVolumeException.class)
          .hasMessage(line);
      assertThat(volume.disk.writes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:b | \"a:b\" in the path \"a:b\" has the character U+003A, which FAT forbids; choose"
            + " another name",
        "Data/ | \"\" in the path \"Data/\" is no name; choose another name",
        "../x | \"..\" in the path \"../x\" is no name; choose another name",
        "x. | \"x.\" in the path \"x.\" ends in a dot or a blank, which FAT drops; choose another"
            + " name",
      })
  void aNameThatCannotBeIsRefused(String path, String line) {
    assertThatThrownBy(() -> new Workload.FatSync(512, 1, path))
        .isInstanceOf(NotationException.class)
        .hasMessage(line);
  }
}
