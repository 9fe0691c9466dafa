package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

final class FatPlacementProperties {
  @Property
  void what_is_chosen_is_legal_and_aligned(
      @ForAll @IntRange(min = 9, max = 12) int sectorShift,
      @ForAll @LongRange(min = 64, max = 0xffffffL) long sectorCount,
      @ForAll @LongRange(max = 0xfffff) long hiddenSectorCount,
      @ForAll Optional<FatType> type) {
    FatGeometry chosen;
    try {
      chosen =
          FatSizing.choose(
              new FatOptions(type, OptionalInt.empty(), ""),
              1 << sectorShift,
              sectorCount,
              hiddenSectorCount);
    } catch (ImageRefusal e) {
      assertThat(e.getMessage()).matches(".*FAT.*\\d+.*\\d+.*");
      return;
    }
    assertThat(FatType.ofClusterCount(chosen.dataClusterCount())).isEqualTo(chosen.type());
    type.ifPresent(wanted -> assertThat(chosen.type()).isEqualTo(wanted));
    assertThat((long) chosen.clusterCount())
        .as("the table has an entry for each cluster")
        .isEqualTo(chosen.dataClusterCount());
    long clusterStart = (hiddenSectorCount + chosen.firstDataSector()) << sectorShift;
    assertThat(clusterStart % Math.max(4096, chosen.clusterBytes())).isZero();
    assertThat(chosen.clusterOffsetBytes(chosen.lastCluster()) + chosen.clusterBytes())
        .isLessThanOrEqualTo(chosen.volumeBytes());
    assertThat(chosen.clusterBytes()).isLessThanOrEqualTo(32768);
    // No larger tables than needed, but for what the alignment makes of it.
    long entries = chosen.clusterCount() + 2L + chosen.clusterBytes();
    assertThat((chosen.sectorsPerFat() - 1) << sectorShift)
        .isLessThan(chosen.type().tableBytes(entries));
  }
}
