package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.sim.image.ByteSource;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.FatType;
import dev.umsim.sim.image.FatVolume;
import dev.umsim.sim.image.ImageBuilder;
import dev.umsim.sim.image.ImageInspection;
import dev.umsim.sim.image.ImagePlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is written to a volume in whatever pieces, other code finds there. */
class VfatProperties {
  private static final int CLUSTER_BYTES = 512;

  private static byte[] empty;

  @BeforeContainer
  static void makeImage() throws IOException {
    Path folder = Files.createTempDirectory("vfat");
    Path file = folder.resolve("image");
    try {
      var plan = ImagePlan.builder(3 << 20).type(FatType.FAT16).clusterBytes(CLUSTER_BYTES).build();
      ImageBuilder.build(plan, file, false);
      empty = Files.readAllBytes(file);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** A program makes a file, or makes it anew, or else goes on with the one that it has made. */
  record Step(String name, boolean create, int length) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    var lengths =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 600), Arbitraries.integers().between(1, 40_000));
    return Combinators.combine(
            Arbitraries.of("A", "b.txt", "A name that is long.text"),
            Arbitraries.of(true, false, false, false),
            lengths)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void filesHoldWhatWasWrittenAndNoClusterIsLost(@ForAll("steps") List<Step> steps)
      throws Exception {
    var random = new Random(steps.hashCode());
    Map<String, VfatFile> files = new HashMap<>();
    Map<String, ByteArrayOutputStream> expected = new HashMap<>();
    try (var disk = new TestDisk(new MemoryMedium(512, empty.length / 512))) {
      disk.put(0, empty);
      var volume = Vfat.mount(disk.wholeDevice());
      for (var step : steps) {
        if (step.create() || !files.containsKey(step.name())) {
          files.put(step.name(), volume.create(step.name()));
          expected.put(step.name(), new ByteArrayOutputStream());
        }
        var data = new byte[step.length()];
        random.nextBytes(data);
        files.get(step.name()).write(data, 0, data.length);
        expected.get(step.name()).write(data);
        // Every write is on the disk when it returns, with all that leads to it.
        requireHolds(disk.bytes(0, empty.length / 512), step.name(), expected);
      }
      volume.unmount();
      var image = disk.bytes(0, empty.length / 512);
      for (var name : expected.keySet()) {
        requireHolds(image, name, expected);
      }
      requireNoClusterLost(image, expected);
    }
  }

  private static void requireHolds(
      byte[] image, String name, Map<String, ByteArrayOutputStream> expected) throws IOException {
    var volume = FatVolume.open(new Bytes(image)).orElseThrow();
    DirectoryEntry entry =
        volume.root().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    assertThat(volume.read(entry)).isEqualTo(expected.get(name).toByteArray());
  }

  private static void requireNoClusterLost(
      byte[] image, Map<String, ByteArrayOutputStream> expected) throws IOException {
    var volume = FatVolume.open(new Bytes(image)).orElseThrow();
    int used =
        expected.values().stream()
            .mapToInt(content -> (content.size() + CLUSTER_BYTES - 1) / CLUSTER_BYTES)
            .sum();
    assertThat(volume.table().countFree()).isEqualTo(volume.geometry().clusterCount() - used);
    var info = ImageInspection.inspect(new Bytes(image), OptionalInt.of(512));
    assertThat(info.volumes().get(0).fileSystem().orElseThrow().anomalies()).isEmpty();
  }

  /** An image in memory. */
  private record Bytes(byte[] bytes) implements ByteSource {
    @Override
    public long sizeBytes() {
      return bytes.length;
    }

    @Override
    public void read(long offsetBytes, ByteBuffer into) {
      int count = (int) Math.max(0, Math.min(into.remaining(), bytes.length - offsetBytes));
      into.put(bytes, (int) Math.min(offsetBytes, bytes.length), count);
      into.put(new byte[into.remaining()]);
    }
  }
}
