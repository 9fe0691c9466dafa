package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImageInspectionTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("image");
  }

  private void build(ImagePlanBuilder builder) throws IOException {
    SourceTree tree = new SourceTree(Trees.root(Trees.file("F", 10_000)), List.of());
    ImageBuilder.build(builder.label("STICK").build(), tree, file, false);
  }

  private void patch(long offset, int... bytes) throws IOException {
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.seek(offset);
      for (int one : bytes) {
        image.write(one);
      }
    }
  }

  private FileSystemInfo only() throws IOException {
    List<VolumeInfo> volumes = ImageInspection.inspect(file).volumes();
    assertThat(volumes).hasSize(1);
    return volumes.get(0).fileSystem().orElseThrow();
  }

  @Test
  void tells_what_was_built() throws IOException {
    build(ImagePlan.builder(64 << 20).scheme(PartitionScheme.MBR).volumeSerial(0xcafe0042));
    assertThat(ImageInspection.inspect(file).lines())
        .containsExactly(
            "size: 67108864 bytes",
            "block: 512 bytes",
            "partition table: MBR",
            "partition 1: type 06, blocks 2048 to 131071",
            "  file system: FAT16",
            "  label: STICK",
            "  id: CAFE-0042",
            "  sector: 512 bytes",
            "  cluster: 2048 bytes",
            "  clusters: 32184 (65912832 bytes)",
            "  free: 32179 (65902592 bytes)");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, 512", "NONE, 1024", "NONE, 2048", "NONE, 4096",
    "MBR, 512", "MBR, 1024", "MBR, 2048", "MBR, 4096",
    "GPT, 512", "GPT, 1024", "GPT, 2048", "GPT, 4096",
  })
  void finds_out_the_size_of_a_block(PartitionScheme scheme, int blockBytes) throws IOException {
    build(ImagePlan.builder(40 << 20).scheme(scheme).blockBytes(blockBytes));
    ImageInfo info = ImageInspection.inspect(file);
    assertThat(info.blockBytes()).hasValue(blockBytes);
    assertThat(info.scheme()).isEqualTo(scheme);
    assertThat(info.anomalies()).isEmpty();
    assertThat(only().blockBytes()).isEqualTo(blockBytes);
    assertThat(only().label()).isEqualTo("STICK");
    assertThat(only().anomalies()).isEmpty();
  }

  @Test
  void nothing_is_an_answer() throws IOException {
    SparseFile.create(file, 1 << 20).close();
    assertThat(ImageInspection.inspect(file).lines())
        .containsExactly(
            "size: 1048576 bytes",
            "block: not known",
            "partition table: none",
            "  file system: none recognised");
    Files.write(file, new byte[0]);
    assertThat(ImageInspection.inspect(file).volumes().get(0).fileSystem()).isEmpty();
  }

  @Test
  void a_partition_without_a_file_system_is_an_answer() throws IOException {
    build(ImagePlan.builder(4 << 20).scheme(PartitionScheme.GPT));
    patch(1 << 20, 0);
    ImageInfo info = ImageInspection.inspect(file);
    assertThat(info.volumes()).hasSize(1);
    assertThat(info.volumes().get(0).partition()).isPresent();
    assertThat(info.volumes().get(0).fileSystem()).isEmpty();
    assertThat(info.blockBytes()).hasValue(512);
  }

  @Test
  void sees_a_volume_that_was_not_unmounted() throws IOException {
    build(ImagePlan.builder(64 << 20));
    FatGeometry geometry = ImagePlan.ofSize(64 << 20).geometry();
    patch(geometry.fatSector(0) * 512 + 2, 0xff, 0x7f);
    patch(geometry.fatSector(1) * 512 + 2, 0xff, 0x7f);
    assertThat(only().anomalies()).containsExactly("marked as not unmounted");
    patch(geometry.fatSector(0) * 512 + 2, 0xff, 0xff);
    patch(geometry.fatSector(1) * 512 + 2, 0xff, 0xff);
    patch(37, 1);
    assertThat(only().anomalies()).containsExactly("marked as not unmounted");
    patch(37, 0);
    patch(geometry.fatSector(0) * 512 + 2, 0xff, 0xbf);
    patch(geometry.fatSector(1) * 512 + 2, 0xff, 0xbf);
    assertThat(only().anomalies()).containsExactly("marked as having had read or write errors");
  }

  @Test
  void sees_what_contradicts_the_tables_of_fat32() throws IOException {
    build(ImagePlan.builder(64 << 20).type(FatType.FAT32));
    assertThat(only().anomalies()).isEmpty();
    long free = only().freeClusterCount().getAsLong();
    patch(512 + 488, 7, 0, 0, 0);
    assertThat(only().anomalies())
        .containsExactly("FSInfo says that 7 clusters are free, the table " + free);
    patch(512 + 488, 0xff, 0xff, 0xff, 0xff);
    assertThat(only().anomalies()).as("not known").isEmpty();
    patch(512, 0);
    assertThat(only().anomalies()).containsExactly("there is no FSInfo sector");
    patch(512, 0x52);
    patch(6 * 512 + 3, 'X');
    assertThat(only().anomalies()).containsExactly("the backup of the boot sector differs from it");
  }

  @Test
  void sees_tables_that_differ() throws IOException {
    build(ImagePlan.builder(4 << 20));
    FatGeometry geometry = ImagePlan.ofSize(4 << 20).geometry();
    patch(geometry.fatSector(1) * 512 + 100, 1);
    assertThat(only().anomalies())
        .containsExactly("the tables 1 and 2 differ, first at their byte 100");
  }

  @Test
  void sees_another_media_byte_and_another_label() throws IOException {
    build(ImagePlan.builder(4 << 20));
    patch(21, 0xf0);
    patch(43, 'B');
    assertThat(only().label()).isEqualTo("STICK");
    assertThat(only().anomalies())
        .containsExactly(
            "the boot sector has the label \"BTICK\", the root directory \"STICK\"",
            "the media byte is f0 in the boot sector and f8 in the table");
  }

  @Test
  void sees_a_volume_that_is_cut_off() throws IOException {
    build(ImagePlan.builder(4 << 20));
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(3 << 20);
    }
    assertThat(only().anomalies())
        .containsExactly("the volume has 4194304 bytes, 3145728 are there");
    assertThat(only().freeClusterCount()).isPresent();
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(1024);
    }
    assertThat(only().freeClusterCount()).isEmpty();
  }

  @Test
  void sees_fat32_with_the_clusters_of_fat16() throws IOException {
    SparseFile.create(file, 20 << 20).close();
    ExternalTool.of("mkfs.fat", "dosfstools").run("-F", 32, "-s", 1, file).expectSuccess();
    assertThat(only().type()).isEqualTo("FAT32");
    assertThat(only().anomalies()).hasSize(1);
    assertThat(only().anomalies().get(0))
        .matches("laid out as FAT32 with 40\\d{3} clusters, as many as FAT16 has");
  }

  @ParameterizedTest
  @CsvSource({"12, 1, 512", "16, 16, 512", "32, 64, 512", "16, 64, 2048", "32, 600, 4096"})
  void agrees_with_mkfs_and_fsck(int type, int mebibytes, int sectorBytes) throws IOException {
    SparseFile.create(file, (long) mebibytes << 20).close();
    ExternalTool.of("mkfs.fat", "dosfstools")
        .run("-F", type, "-S", sectorBytes, "-n", "MADE", "-i", "1234abcd", file)
        .expectSuccess();
    FileSystemInfo info = only();
    assertThat(info.type()).isEqualTo("FAT" + type);
    assertThat(info.label()).isEqualTo("MADE");
    assertThat(info.id()).isEqualTo("1234-ABCD");
    assertThat(info.blockBytes()).isEqualTo(sectorBytes);
    long used = info.clusterCount() - info.freeClusterCount().orElseThrow();
    String verdict =
        ExternalTool.of("fsck.fat", "dosfstools").run("-n", file).expectSuccess().output();
    assertThat(verdict).contains(used + "/" + info.clusterCount() + " clusters");
    assertThat(info.anomalies()).isEmpty();
  }

  @Test
  void recognises_a_disc_image() throws IOException {
    Path source = Files.createDirectory(directory.resolve("source"));
    Files.writeString(source.resolve("file"), "content");
    ExternalTool.of("xorriso", "xorriso")
        .run("-as", "mkisofs", "-V", "DISC LABEL", "-J", "-r", "-o", file, source)
        .expectSuccess();
    ImageInfo info = ImageInspection.inspect(file);
    assertThat(info.blockBytes()).hasValue(2048);
    assertThat(only().type()).isEqualTo("ISO 9660");
    assertThat(only().label()).isEqualTo("DISC LABEL");
    assertThat(only().clusterBytes()).isEqualTo(2048);
    assertThat(only().sizeBytes()).isEqualTo(Files.size(file));
    assertThat(only().freeClusterCount()).isEmpty();
    assertThat(only().anomalies()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ext2, 1024", "ext3, 4096", "ext4, 4096"})
  void recognises_ext(String type, int blockBytes) throws IOException {
    SparseFile.create(file, 16 << 20).close();
    String uuid = "01234567-89ab-4def-8123-456789abcdef";
    ExternalTool.of("mke2fs", "e2fsprogs")
        .run("-q", "-t", type, "-b", blockBytes, "-L", "my label", "-U", uuid, file)
        .expectSuccess();
    assertThat(only().type()).isEqualTo(type);
    assertThat(only().label()).isEqualTo("my label");
    assertThat(only().id()).isEqualTo(uuid);
    assertThat(only().clusterBytes()).isEqualTo(blockBytes);
    assertThat(only().sizeBytes()).isEqualTo(16 << 20);
    String facts =
        ExternalTool.of("dumpe2fs", "e2fsprogs").run("-h", file).expectSuccess().output();
    assertThat(facts)
        .containsPattern("Free blocks: +" + only().freeClusterCount().orElseThrow() + "\n");
  }

  @Test
  void a_given_size_of_a_block_is_kept() throws IOException {
    build(ImagePlan.builder(4 << 20).scheme(PartitionScheme.MBR).time(Instant.EPOCH));
    try (FileSource image = FileSource.open(file)) {
      ImageInfo info = ImageInspection.inspect(image, OptionalInt.of(4096));
      assertThat(info.blockBytes()).hasValue(4096);
      assertThat(info.volumes().get(0).fileSystem()).isEmpty();
    }
  }

  @Test
  void text_in_an_image_does_not_reach_the_terminal_as_it_is() throws IOException {
    build(ImagePlan.builder(4 << 20));
    FatGeometry geometry = ImagePlan.ofSize(4 << 20).geometry();
    patch(geometry.rootDirectorySector() * 512, 0x1b, '[', '2', 'J', ' ');
    assertThat(ImageInspection.inspect(file).lines()).contains("  label: ?[2J");
  }
}
