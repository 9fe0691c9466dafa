package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FatFormatterTest {
  private static final FatGeometry SMALL =
      new FatGeometry(FatType.FAT12, 512, 200, 1, 1, 2, 1, 32, 0);
  private static final FatGeometry LARGE =
      new FatGeometry(FatType.FAT32, 512, 70_000, 1, 32, 2, 550, 0, 2);

  private static MemoryImage format(FatGeometry geometry, String label, SourceDirectory root)
      throws IOException {
    MemoryImage image = new MemoryImage((int) geometry.volumeBytes());
    FatLayout layout = FatLayout.of(root, geometry, label, node -> FatTime.of(node.modified()));
    FatFormatter.write(FatFormatter.bootSector(geometry, 0, 0x01020304, label), layout, image);
    return image;
  }

  @Test
  void fat12_byte_by_byte() throws IOException {
    SourceDirectory root =
        Trees.root(
            Trees.file("A.TXT", "hello"),
            Trees.directory("DIR", Trees.file("b.bin", 600)),
            Trees.file("EMPTY", ""));
    MemoryImage image = format(SMALL, "STICK", root);
    // A.TXT has cluster 2, DIR 3, b.bin 4 and 5.
    String table = "f8ffff" + "ffffff" + "05f0ff" + "00";
    assertThat(image.hex(512, 522)).isEqualTo(table);
    assertThat(image.hex(1024, 1034)).as("the second table").isEqualTo(table);
    // 2021-03-04 05:06:08: date 5264h, time 28c4h.
    String times = "00" + "c428" + "6452" + "6452" + "0000" + "c428" + "6452";
    assertThat(image.hex(1536, 1536 + 5 * 32))
        .isEqualTo(
            ("535449434b202020202020" + "08" + "00" + times + "0000" + "00000000")
                + ("412020202020202054585420" + "00" + times + "0200" + "05000000")
                + ("444952202020202020202010" + "00" + times + "0300" + "00000000")
                + ("454d50545920202020202020" + "00" + times + "0000" + "00000000")
                + "00".repeat(32));
    int directory = (4 + 1) * 512; // boot sector, two tables, root directory of two sectors
    directory += 512; // behind A.TXT
    assertThat(image.hex(directory, directory + 64))
        .isEqualTo(
            ("2e20202020202020202020" + "10" + "00" + times + "0300" + "00000000")
                + ("2e2e202020202020202020" + "10" + "00" + times + "0000" + "00000000"));
    assertThat(image.hex(directory + 64, directory + 128))
        .isEqualTo(
            ("41" + "62002e00620069006e00" + "0f00" + "0b")
                + ("0000" + "ffffffffffffffffffff" + "0000" + "ffffffff")
                + ("422020202020202042494e20" + "00" + times + "0400" + "58020000"));
    assertThat(new String(image.bytes, directory - 512, 5, "US-ASCII")).isEqualTo("hello");
  }

  @Test
  void fat32_byte_by_byte() throws IOException {
    MemoryImage image = format(LARGE, "", Trees.root(Trees.file("X", 1_000)));
    assertThat(image.hex(6 * 512, 7 * 512)).as("backup").isEqualTo(image.hex(0, 512));
    String info =
        "52526141" + "00".repeat(480) + "72724161" + "010d0100" + "04000000" + "00".repeat(12);
    assertThat(image.hex(512, 1024)).isEqualTo(info + "000055aa");
    assertThat(image.hex(7 * 512, 8 * 512)).isEqualTo(info + "000055aa");
    assertThat(image.hex(32 * 512, 32 * 512 + 24))
        .isEqualTo("f8ffff0f" + "ffffff0f" + "ffffff0f" + "04000000" + "ffffff0f" + "00000000");
    int data = (32 + 2 * 550) * 512;
    assertThat(image.hex(data, data + 11)).isEqualTo("5820202020202020202020");
    assertThat(image.hex(data + 26, data + 32)).isEqualTo("0300" + "e8030000");
  }

  @Test
  void a_deep_tree_names_parents_by_their_cluster_but_the_root_by_0() throws IOException {
    SourceDirectory root =
        Trees.root(Trees.directory("A", Trees.directory("B", Trees.directory("C"))));
    FatVolume volume = FatVolume.open(format(LARGE, "", root)).orElseThrow();
    DirectoryEntry a = volume.root().get(0);
    List<DirectoryEntry> inA = volume.list(a);
    List<DirectoryEntry> inB = volume.list(inA.get(2));
    assertThat(a.firstCluster()).isEqualTo(3);
    assertThat(inA.get(0).firstCluster()).isEqualTo(3);
    assertThat(inA.get(1).firstCluster()).isZero();
    assertThat(inA.get(2).firstCluster()).isEqualTo(4);
    assertThat(inB.get(1).firstCluster()).isEqualTo(3);
    assertThat(volume.list(inB.get(1))).isEqualTo(inA);
  }

  @Test
  void a_full_root_directory_is_the_limit() throws IOException {
    SourceNode[] files =
        IntStream.range(0, 31).mapToObj(i -> Trees.file("F" + i, "")).toArray(SourceNode[]::new);
    MemoryImage image = format(SMALL, "LABEL", Trees.root(files));
    assertThat(FatVolume.open(image).orElseThrow().root()).hasSize(31);
    files[30] = Trees.file("long name", "");
    assertThatThrownBy(() -> format(SMALL, "LABEL", Trees.root(files)))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(
            "the root directory needs 33 entries (a long name takes several), that of FAT12 has 32");
  }

  @Test
  void a_full_volume_is_the_limit() throws IOException {
    int clusterCount = SMALL.clusterCount();
    assertThat(clusterCount).isEqualTo(195);
    format(SMALL, "", Trees.root(Trees.file("F", 195 * 512)));
    assertThatThrownBy(() -> format(SMALL, "", Trees.root(Trees.file("F", 195 * 512 + 1))))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the files need 196 clusters of 512 bytes, the volume has 195");
  }

  @Test
  void a_directory_has_65536_entries_at_most() {
    SourceNode[] files =
        IntStream.range(0, 65_535)
            .mapToObj(i -> Trees.file("F" + i, ""))
            .toArray(SourceNode[]::new);
    assertThatThrownBy(() -> format(LARGE, "", Trees.root(Trees.directory("FULL", files))))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(
            "the directory \"FULL\" needs 65537 entries (a long name takes several), FAT has 65536");
  }

  @Test
  void a_file_that_becomes_shorter_is_an_error() {
    SourceFile liar =
        new SourceFile(
            "LIAR",
            Trees.TIME,
            10,
            () -> Channels.newChannel(new ByteArrayInputStream(new byte[9])));
    assertThatThrownBy(() -> format(SMALL, "", Trees.root(liar)))
        .isInstanceOf(IOException.class)
        .hasMessage("LIAR became shorter than its 10 bytes while it was copied");
  }

  @Test
  void a_file_of_4_gib_is_refused() {
    assertThatThrownBy(() -> new SourceFile("BIG", Trees.TIME, 1L << 32, () -> null))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("BIG: has 4294967296 bytes, a file on FAT holds 4294967295");
  }

  @Test
  void names_that_differ_in_capitals_only_are_refused() {
    assertThatThrownBy(() -> Trees.root(Trees.file("a", ""), Trees.file("A", "")))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("\"a\" and \"A\" are the same name on FAT");
  }
}
