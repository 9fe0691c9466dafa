package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FatGeometryTest {
  @Test
  void of_a_floppy_disk() {
    FatGeometry disk = new FatGeometry(FatType.FAT12, 512, 2880, 1, 1, 2, 9, 224, 0);
    assertThat(disk.fatSector(0)).isEqualTo(1);
    assertThat(disk.fatSector(1)).isEqualTo(10);
    assertThat(disk.rootDirectorySector()).isEqualTo(19);
    assertThat(disk.rootDirectorySectorCount()).isEqualTo(14);
    assertThat(disk.firstDataSector()).isEqualTo(33);
    assertThat(disk.clusterCount()).isEqualTo(2847);
    assertThat(disk.lastCluster()).isEqualTo(2848);
    assertThat(disk.clusterSector(2)).isEqualTo(33);
    assertThat(disk.clusterOffsetBytes(2848)).isEqualTo(2879 * 512);
    assertThat(disk.volumeBytes()).isEqualTo(1_474_560);
  }

  @Test
  void of_a_large_disk_does_not_overflow() {
    FatGeometry disk = new FatGeometry(FatType.FAT32, 4096, 0xffffffffL, 16, 32, 2, 0x40000, 0, 2);
    assertThat(disk.volumeBytes()).isEqualTo(17_592_186_040_320L);
    assertThat(disk.clusterCount()).isEqualTo(268_402_685);
    assertThat(disk.clusterOffsetBytes(disk.lastCluster())).isEqualTo(17_592_185_913_344L);
  }

  @Test
  void has_no_more_clusters_than_its_table_has_entries() {
    FatGeometry disk = new FatGeometry(FatType.FAT16, 512, 100_000, 4, 1, 2, 1, 512, 0);
    assertThat(disk.dataClusterCount()).isEqualTo(24_991);
    assertThat(disk.clusterCount()).isEqualTo(254);
  }

  @Test
  void knows_its_clusters() {
    FatGeometry disk = new FatGeometry(FatType.FAT12, 512, 2880, 1, 1, 2, 9, 224, 0);
    assertThat(disk.hasCluster(1)).isFalse();
    assertThat(disk.hasCluster(2)).isTrue();
    assertThat(disk.hasCluster(2848)).isTrue();
    assertThat(disk.hasCluster(2849)).isFalse();
    assertThatThrownBy(() -> disk.clusterSector(2849))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
