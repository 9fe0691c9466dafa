package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other people's programs say about the partition tables made here. */
final class PartitionToolsTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("image");
  }

  @ParameterizedTest
  @CsvSource({
    "MBR, 20, FAT12, 1, 38912",
    "MBR, 40, FAT16, 6, 79872",
    "MBR, 600, FAT32, c, 1226752",
    "GPT, 20, FAT12, EBD0A0A2-B9E5-4433-87C0-68B6B72699C7, 38879",
    "GPT, 600, FAT32, EBD0A0A2-B9E5-4433-87C0-68B6B72699C7, 1226719",
  })
  void sfdisk_verifies_and_reads_them(
      PartitionScheme scheme, int mebibytes, FatType type, String partitionType, long blockCount)
      throws IOException {
    ImagePlan plan =
        ImagePlan.builder((long) mebibytes << 20).scheme(scheme).type(type).label("name").build();
    ImageBuilder.build(plan, file, false);
    ExternalTool sfdisk = ExternalTool.of("sfdisk", "fdisk");
    ExternalTool.Result verdict = sfdisk.run("--verify", file).expectSuccess();
    assertThat(verdict.errors()).isEmpty();
    assertThat(verdict.output())
        .contains("No errors detected")
        .doesNotContain("overlap")
        .doesNotContain("unallocated");
    String table = sfdisk.run("-J", file).expectSuccess().output();
    assertThat(table)
        .contains("\"start\": 2048")
        .contains("\"size\": " + blockCount)
        .contains("\"type\": \"" + partitionType + "\"");
    assertThat(table.contains("\"name\": \"NAME\"")).isEqualTo(scheme == PartitionScheme.GPT);
    assertThat(table.contains("\"id\": \"3D93CB79-9B39-40BE-A32D-C9F64F1DF03A\""))
        .isEqualTo(scheme == PartitionScheme.GPT);
    assertThat(table.contains("\"id\": \"0xd4d95138\"")).isEqualTo(scheme == PartitionScheme.MBR);
  }

  @ParameterizedTest
  @CsvSource({
    "MBR, 1024, 1024, 40959, 4 FAT16 <32M",
    "MBR, 2048, 512, 20479, 4 FAT16 <32M",
    "MBR, 4096, 256, 10239, 1 FAT12",
    "GPT, 1024, 1024, 40942, Microsoft basic data",
    "GPT, 2048, 512, 20470, Microsoft basic data",
    "GPT, 4096, 256, 10234, Microsoft basic data",
  })
  void fdisk_reads_them_in_larger_blocks(
      PartitionScheme scheme, int blockBytes, long first, long last, String type)
      throws IOException {
    ImagePlan plan =
        ImagePlan.builder(40 << 20)
            .scheme(scheme)
            .blockBytes(blockBytes)
            .clusterBytes(scheme == PartitionScheme.MBR && blockBytes == 4096 ? 16384 : 4096)
            .build();
    ImageBuilder.build(plan, file, false);
    ExternalTool.Result result =
        ExternalTool.of("fdisk", "fdisk").run("-b", blockBytes, "-l", file).expectSuccess();
    assertThat(result.errors()).isEmpty();
    String line = result.output().lines().reduce((before, after) -> after).orElseThrow();
    assertThat(line.replaceAll(" +", " ")).startsWith(file + "1 " + first + " " + last + " ");
    assertThat(line).endsWith(type);
  }

  @ParameterizedTest
  @CsvSource({"MBR, 512", "GPT, 512", "GPT, 2048", "MBR, 4096"})
  void mtools_finds_the_volume_in_its_partition(PartitionScheme scheme, int blockBytes)
      throws IOException {
    ImagePlan plan =
        ImagePlan.builder(40 << 20).scheme(scheme).blockBytes(blockBytes).label("L").build();
    SourceDirectory root = Trees.root(Trees.file("READ.ME", "all of it"));
    ImageBuilder.build(plan, new SourceTree(root, List.of()), file, false);
    String output =
        ExternalTool.of("mtype", "mtools", Map.of("MTOOLSRC", "/dev/null"))
            .run("-i", file + "@@1M", "::READ.ME")
            .expectSuccess()
            .output();
    assertThat(output).isEqualTo("all of it");
  }
}
