package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other people's programs say about the file systems made here. */
final class FatImageToolsTest {
  private static final Map<String, String> NO_SETTINGS = Map.of("MTOOLSRC", "/dev/null");

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("image");
  }

  private ExternalTool.Result mtools(String program, Object... arguments) {
    return ExternalTool.of(program, "mtools", NO_SETTINGS).run(arguments).expectSuccess();
  }

  @ParameterizedTest
  @CsvSource({
    "FAT12, 512, 512, 2",
    "FAT12, 512, 2048, 8",
    "FAT12, 512, 32768, 64",
    "FAT12, 1024, 1024, 4",
    "FAT12, 2048, 4096, 8",
    "FAT12, 4096, 4096, 15",
    "FAT16, 512, 512, 8",
    "FAT16, 512, 2048, 32",
    "FAT16, 512, 8192, 64",
    "FAT16, 512, 65536, 300",
    "FAT16, 1024, 2048, 64",
    "FAT16, 2048, 2048, 32",
    "FAT16, 4096, 4096, 64",
    "FAT16, 4096, 32768, 300",
    "FAT32, 512, 512, 64",
    "FAT32, 512, 1024, 80",
    "FAT32, 512, 4096, 300",
    "FAT32, 512, 32768, 2100",
    "FAT32, 1024, 1024, 80",
    "FAT32, 2048, 2048, 140",
    "FAT32, 4096, 4096, 300",
  })
  void are_clean_and_give_back_what_was_put_in(
      FatType type, int blockBytes, int clusterBytes, int mebibytes) throws IOException {
    ImagePlan plan =
        ImagePlan.builder((long) mebibytes << 20)
            .type(type)
            .blockBytes(blockBytes)
            .clusterBytes(clusterBytes)
            .label("TEST LABEL")
            .build();
    SourceDirectory root = smallerThan(mebibytes);
    ImageBuilder.build(plan, new SourceTree(root, List.of()), file, false);

    String verdict =
        ExternalTool.of("fsck.fat", "dosfstools").run("-nv", file).expectSuccess().output();
    assertThat(verdict)
        .contains(blockBytes + " bytes per logical sector")
        .contains(clusterBytes + " bytes per cluster")
        .doesNotContain("differ")
        .doesNotContain("Free cluster summary wrong");

    Path copy = Files.createDirectory(directory.resolve("copy"));
    mtools("mcopy", "-s", "-n", "-m", "-i", file, "::", copy);
    assertThat(Digests.below(copy)).isEqualTo(Trees.describe(root));
    assertThat(Files.getLastModifiedTime(copy.resolve("one byte")).toInstant())
        .isEqualTo(Trees.TIME);

    try (FileSource source = FileSource.open(file)) {
      FatVolume volume = FatVolume.open(source).orElseThrow();
      assertThat(Trees.describe(volume)).isEqualTo(Trees.describe(root));
      assertThat(volume.geometry().type()).isEqualTo(type);
    }
  }

  /** A tree with 300 files takes 10 MB where clusters are large. */
  private static SourceDirectory smallerThan(int mebibytes) {
    return mebibytes >= 32
        ? Trees.varied()
        : Trees.root(
            Trees.file("one byte", "x"),
            Trees.file("Long name.text", 70_000),
            Trees.directory("folder", Trees.directory("inner", Trees.file("EMPTY", ""))));
  }

  @Test
  void mdir_lists_what_was_put_in() throws IOException {
    ImagePlan plan = ImagePlan.builder(1 << 20).label("my stick").volumeSerial(0xcafe_0042).build();
    SourceDirectory root =
        Trees.root(
            Trees.file("READ.ME", "all of it"),
            Trees.file("\u00e9t\u00e9 \u4e2d\u6587.txt", "x"),
            Trees.directory("Photos of 2021", Trees.file("1.jpeg", 3_000)));
    ImageBuilder.build(plan, new SourceTree(root, List.of()), file, false);
    List<String> lines =
        mtools("mdir", "-i", file, "-/", "::").output().lines().map(String::stripTrailing).toList();
    assertThat(lines)
        .contains(
            " Volume in drive : is MY STICK",
            " Volume Serial Number is CAFE-0042",
            "READ     ME          9 2021-03-04   5:06",
            "_T___~1  TXT         1 2021-03-04   5:06  \u00e9t\u00e9 \u4e2d\u6587.txt",
            "PHOTOS~1     <DIR>     2021-03-04   5:06  Photos of 2021",
            "1~1      JPE      3000 2021-03-04   5:06  1.jpeg");
    assertThat(mtools("mtype", "-i", file, "::READ.ME").output()).isEqualTo("all of it");
  }

  @Test
  void fsck_finds_nothing_to_say_about_an_empty_volume() throws IOException {
    ImageBuilder.build(ImagePlan.ofSize(1 << 20), file, false);
    String verdict =
        ExternalTool.of("fsck.fat", "dosfstools").run("-n", file).expectSuccess().output();
    assertThat(verdict.lines().skip(1)) // behind the program's version
        .containsExactly(file + ": 0 files, 0/502 clusters");
  }
}
