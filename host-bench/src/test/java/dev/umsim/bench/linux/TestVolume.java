package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.image.FatGeometry;
import dev.umsim.sim.image.FatType;
import dev.umsim.sim.image.ImageBuilder;
import dev.umsim.sim.image.ImagePlan;
import dev.umsim.sim.medium.FileMedium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A FAT image with a folder and a file in it, behind a device. */
final class TestVolume implements AutoCloseable {
  static final String SONG = "A song that was there.mp3";
  private static final int SONG_BYTES = 300_001;

  final Path image;
  final FatGeometry geometry;
  final TestDisk disk;
  private final Path folder;
  private final FileMedium medium;

  /**
   * Makes the image.
   *
   * @param folder where it may put files
   */
  TestVolume(Path folder, FatType type, int blockBytes, int clusterBytes, long sizeBytes)
      throws Exception {
    this.folder = folder;
    var source = Files.createDirectories(folder.resolve("source/Data")).getParent();
    Files.write(source.resolve(SONG), bytes(SONG_BYTES, 1));
    image = folder.resolve("fat.img");
    var plan =
        ImagePlan.builder(sizeBytes)
            .type(type)
            .blockBytes(blockBytes)
            .clusterBytes(clusterBytes)
            .source(source)
            .build();
    geometry = plan.geometry();
    ImageBuilder.build(plan, image, false);
    medium = FileMedium.open(image, blockBytes);
    disk = new TestDisk(medium);
  }

  /** What {@link HostFile#random} of this seed begins with. */
  static byte[] bytes(int length, long seed) {
    var bytes = new byte[length];
    HostFile.random(seed).read(0, bytes, length);
    return bytes;
  }

  boolean inTables(TestDisk.Command command) {
    return command.block() >= geometry.fatSector(0)
        && command.block() < geometry.rootDirectorySector();
  }

  List<TestDisk.Command> tableWrites() {
    return disk.writes().stream().filter(this::inTables).toList();
  }

  /** Writes to clusters and directories. */
  List<TestDisk.Command> nearWrites() {
    return disk.writes().stream()
        .filter(command -> command.block() >= geometry.rootDirectorySector())
        .toList();
  }

  /** Lets other people's programs look at the volume, which has to be sound. */
  void requireSound() throws Exception {
    ExternalTool.require("fsck.fat", "dosfstools");
    var verdict = ExternalTool.succeed("fsck.fat", "-n", "-v", image.toString());
    assertThat(verdict).doesNotContain("differ").doesNotContain("Free cluster summary wrong");
    assertThat(contentOf(SONG)).isEqualTo(bytes(SONG_BYTES, 1));
  }

  /** What mtools find in a file. */
  byte[] contentOf(String path) throws Exception {
    ExternalTool.require("mcopy", "mtools");
    var copy = folder.resolve("copy");
    ExternalTool.succeed("mcopy", "-n", "-o", "-i", image.toString(), "::" + path, copy.toString());
    return Files.readAllBytes(copy);
  }

  @Override
  public void close() {
    disk.close();
  }
}
