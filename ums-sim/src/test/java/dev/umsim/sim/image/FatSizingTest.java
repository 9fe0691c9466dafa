package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FatSizingTest {
  private static final long MIB = 1 << 20;

  private static FatGeometry choose(String type, int clusterBytes, int sectorBytes, long bytes) {
    FatOptions options =
        new FatOptions(
            type.equals("any") ? Optional.empty() : Optional.of(FatType.valueOf(type)),
            clusterBytes == 0 ? OptionalInt.empty() : OptionalInt.of(clusterBytes),
            "");
    return FatSizing.choose(options, sectorBytes, bytes / sectorBytes, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 512, FAT12, 2048",
    "8, 512, FAT12, 2048",
    "9, 512, FAT16, 2048",
    "9, 4096, FAT12, 4096",
    "64, 512, FAT16, 2048",
    "64, 4096, FAT16, 4096",
    "129, 512, FAT16, 4096",
    "300, 512, FAT16, 8192",
    "511, 512, FAT16, 8192",
    "512, 512, FAT32, 4096",
    "512, 4096, FAT32, 4096",
    "8192, 512, FAT32, 4096",
    "8193, 512, FAT32, 8192",
    "16385, 2048, FAT32, 16384",
    "32769, 4096, FAT32, 32768",
    "2097151, 512, FAT32, 32768",
  })
  void the_size_decides(long mebibytes, int sectorBytes, FatType type, int clusterBytes) {
    FatGeometry chosen = choose("any", 0, sectorBytes, mebibytes * MIB);
    assertThat(chosen.type()).isEqualTo(type);
    assertThat(chosen.clusterBytes()).isEqualTo(clusterBytes);
  }

  @ParameterizedTest
  @CsvSource({
    "64, FAT12, 32768",
    "4, FAT16, 512",
    "4, FAT12, 2048",
    "64, FAT32, 512",
    "300, FAT32, 4096",
    "2000, FAT16, 32768",
  })
  void clusters_grow_and_shrink_until_their_count_is_legal(
      long mebibytes, FatType type, int clusterBytes) {
    assertThat(choose(type.name(), 0, 512, mebibytes * MIB).clusterBytes()).isEqualTo(clusterBytes);
  }

  @ParameterizedTest
  @CsvSource({"64, 512, FAT32", "64, 1024, FAT16", "64, 16384, FAT16", "64, 32768, FAT12"})
  void clusters_decide_about_the_kind(long mebibytes, int clusterBytes, FatType type) {
    assertThat(choose("any", clusterBytes, 512, mebibytes * MIB).type()).isEqualTo(type);
  }

  @Test
  void sixty_four_kibibytes_are_for_those_who_ask() {
    assertThat(choose("FAT16", 65536, 512, 4000 * MIB).clusterBytes()).isEqualTo(65536);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAT32|0|4096|64|FAT32 has 65525 clusters at least; 67108864 bytes make 16320 clusters of"
            + " 4096 bytes in blocks of 4096",
        "FAT12|0|512|256|FAT12 has 4084 clusters at most; 268435456 bytes make 8190 clusters of"
            + " 32768 bytes in blocks of 512",
        "FAT16|0|512|3072|FAT16 has 65524 clusters at most; 3221225472 bytes make 98291 clusters of"
            + " 32768 bytes in blocks of 512",
        "FAT16|0|512|2|FAT16 has 4085 clusters at least; 2097152 bytes make 4024 clusters of 512"
            + " bytes in blocks of 512",
        "FAT32|32768|512|512|FAT32 has 65525 clusters at least; 536870912 bytes make 16379 clusters"
            + " of 32768 bytes in blocks of 512",
        "any|131072|512|64|a cluster of 131072 bytes is too large, FAT has 65536 at most",
        "any|3000|512|64|a cluster of 3000 bytes is not a power of two times the sector of 512"
            + " bytes",
        "any|512|4096|64|a cluster of 512 bytes is not a power of two times the sector of 4096"
            + " bytes",
        "any|0|512|2097152|the volume has 4294967296 sectors, FAT counts 4294967295 at most",
        "any|0|8192|64|FAT has sectors of 512, 1024, 2048 or 4096 bytes, not of 8192",
      })
  void what_cannot_be_is_refused_with_both_numbers(
      String type, int clusterBytes, int sectorBytes, long mebibytes, String reason) {
    assertThatThrownBy(() -> choose(type, clusterBytes, sectorBytes, mebibytes * MIB))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(reason);
  }

  @Test
  void a_volume_without_room_for_one_cluster_is_refused() {
    assertThatThrownBy(() -> choose("any", 0, 512, 18 << 10))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(
            "FAT12 has 1 clusters at least; 18432 bytes make 0 clusters of 512 bytes in blocks of"
                + " 512");
  }

  /** In sectors of 512 bytes; mkfs.fat's clusters of larger ones are larger. */
  @ParameterizedTest
  @ValueSource(longs = {1, 4, 8, 9, 16, 64, 127, 129, 255, 257, 500, 511, 512, 600, 4096, 9000})
  void agrees_with_mkfs(long mebibytes, @TempDir Path directory) throws IOException {
    Path file = directory.resolve("image");
    SparseFile.create(file, mebibytes * MIB).close();
    String printed =
        ExternalTool.of("mkfs.fat", "dosfstools").run("-v", file).expectSuccess().output();
    FatGeometry chosen = choose("any", 0, 512, mebibytes * MIB);
    Matcher words =
        Pattern.compile("(\\d+)-bit FATs and (\\d+) sectors? per cluster").matcher(printed);
    assertThat(words.find()).as(printed).isTrue();
    assertThat(chosen.type().name()).isEqualTo("FAT" + words.group(1));
    assertThat(chosen.sectorsPerCluster()).isEqualTo(Integer.parseInt(words.group(2)));
    assertThat(Files.size(file)).isEqualTo(mebibytes * MIB);
    assertThat(printed.toLowerCase(Locale.ROOT)).contains("0xf8 media descriptor");
  }
}
