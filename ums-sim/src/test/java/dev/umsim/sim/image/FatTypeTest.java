package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class FatTypeTest {
  private final ByteBuffer table = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);

  @Test
  void the_count_of_clusters_decides() {
    assertThat(FatType.ofClusterCount(4084)).isEqualTo(FatType.FAT12);
    assertThat(FatType.ofClusterCount(4085)).isEqualTo(FatType.FAT16);
    assertThat(FatType.ofClusterCount(65524)).isEqualTo(FatType.FAT16);
    assertThat(FatType.ofClusterCount(65525)).isEqualTo(FatType.FAT32);
  }

  @Test
  void fat12_packs_two_entries_into_three_bytes() {
    FatType.FAT12.putEntry(table, 0, 0xff8);
    FatType.FAT12.putEntry(table, 1, 0xfff);
    FatType.FAT12.putEntry(table, 2, 0x123);
    FatType.FAT12.putEntry(table, 3, 0x456);
    assertThat(bytes(6)).containsExactly(0xf8, 0xff, 0xff, 0x23, 0x61, 0x45);
    assertThat(FatType.FAT12.entry(table, 2)).isEqualTo(0x123);
    assertThat(FatType.FAT12.entry(table, 3)).isEqualTo(0x456);
  }

  @Test
  void fat12_overwrites_no_neighbour() {
    FatType.FAT12.putEntry(table, 2, 0xabc);
    FatType.FAT12.putEntry(table, 3, 0xdef);
    FatType.FAT12.putEntry(table, 2, 0x001);
    FatType.FAT12.putEntry(table, 3, 0x002);
    assertThat(FatType.FAT12.entry(table, 2)).isEqualTo(1);
    assertThat(FatType.FAT12.entry(table, 3)).isEqualTo(2);
  }

  @Test
  void fat16_and_fat32_are_little_endian() {
    FatType.FAT16.putEntry(table, 1, 0xfff7);
    assertThat(bytes(4)).containsExactly(0, 0, 0xf7, 0xff);
    FatType.FAT32.putEntry(table, 1, 0x0a0b0c0d);
    assertThat(bytes(8)).containsExactly(0, 0, 0xf7, 0xff, 0x0d, 0x0c, 0x0b, 0x0a);
  }

  @Test
  void fat32_neither_reads_nor_changes_the_upper_four_bits() {
    table.putInt(4, 0xc0000003);
    assertThat(FatType.FAT32.entry(table, 1)).isEqualTo(3);
    FatType.FAT32.putEntry(table, 1, 0x0fffffff);
    assertThat(table.getInt(4)).isEqualTo(0xcfffffff);
  }

  @Test
  void eight_values_end_a_chain_and_the_one_before_is_bad() {
    assertThat(FatType.FAT12.isEndOfChain(0xff8)).isTrue();
    assertThat(FatType.FAT12.isEndOfChain(0xff7)).isFalse();
    assertThat(FatType.FAT12.badCluster()).isEqualTo(0xff7);
    assertThat(FatType.FAT16.isEndOfChain(0xfff8)).isTrue();
    assertThat(FatType.FAT16.badCluster()).isEqualTo(0xfff7);
    assertThat(FatType.FAT32.isEndOfChain(0x0ffffff8)).isTrue();
    assertThat(FatType.FAT32.badCluster()).isEqualTo(0x0ffffff7);
  }

  private int[] bytes(int count) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = Byte.toUnsignedInt(table.get(i));
    }
    return values;
  }
}
