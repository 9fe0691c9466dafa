package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Any bytes are an image that can be told about. */
final class ImageInspectionProperties {
  private static final int BYTES = 2 << 20;

  private static MemoryImage valid(PartitionScheme scheme, FatType type, int blockBytes)
      throws IOException {
    MemoryImage image = new MemoryImage(BYTES);
    long blockCount = BYTES / blockBytes;
    PartitionPlacement place = PartitionPlacement.of(scheme, blockBytes, blockCount);
    FatGeometry geometry = geometry(type, blockBytes, place);
    new PartitionFormatter(image, blockBytes, blockCount, ImageIdentity.ofSeed(0))
        .write(scheme, place, type, "L");
    SourceDirectory root = Trees.root(Trees.directory("D", Trees.file("long name", 5_000)));
    FatFormatter.write(
        FatFormatter.bootSector(geometry, place.firstBlock(), 1, "L"),
        FatLayout.of(root, geometry, "L", node -> FatTime.EARLIEST),
        image.from(place.firstBlock() * blockBytes));
    return image;
  }

  /** Of FAT16 and FAT32 with too few clusters, which a formatter refuses and a reader must bear. */
  private static FatGeometry geometry(FatType type, int blockBytes, PartitionPlacement place) {
    boolean fat32 = type == FatType.FAT32;
    return new FatGeometry(
        type,
        blockBytes,
        place.blockCount(),
        1,
        fat32 ? 32 : 1,
        2,
        16,
        fat32 ? 0 : 128,
        fat32 ? 2 : 0);
  }

  private static void inspect(MemoryImage image) throws IOException {
    ImageInfo info = ImageInspection.inspect(image, OptionalInt.empty());
    assertThat(info.lines()).isNotEmpty();
    for (VolumeInfo volume : info.volumes()) {
      volume.fileSystem().ifPresent(found -> assertThat(found.toString()).isNotEmpty());
    }
    readAll(image);
  }

  /** Lists and reads as much as there is, which may end in an I/O error and in nothing worse. */
  private static void readAll(ByteSource bytes) throws IOException {
    var volume = FatVolume.open(bytes);
    if (volume.isEmpty()) {
      return;
    }
    for (DirectoryEntry entry : volume.get().root()) {
      if (entry.isDirectory()) {
        volume.get().list(entry);
      } else if (entry.sizeBytes() <= BYTES) {
        try {
          volume.get().read(entry);
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("its clusters end after");
        }
      }
    }
  }

  @Property(tries = 200)
  void random_bytes(@ForAll long seed, @ForAll @IntRange(max = 100_000) int length)
      throws IOException {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    if (length >= 512) {
      bytes[510] = 0x55;
      bytes[511] = (byte) 0xaa;
    }
    inspect(new MemoryImage(bytes));
  }

  @Provide
  Arbitrary<PartitionScheme> written() {
    return Arbitraries.of(PartitionScheme.NONE, PartitionScheme.MBR, PartitionScheme.GPT);
  }

  @Property(tries = 600)
  void images_with_bytes_changed(
      @ForAll long seed,
      @ForAll("written") PartitionScheme scheme,
      @ForAll FatType type,
      @ForAll @IntRange(min = 9, max = 12) int blockShift)
      throws IOException {
    MemoryImage image = valid(scheme, type, 1 << blockShift);
    Random random = new Random(seed);
    int volume = scheme == PartitionScheme.NONE ? 0 : 1 << 20;
    // Where the structures are: the table, the boot sector, and what follows it.
    List<int[]> places =
        List.of(
            new int[] {440, 72},
            new int[] {1 << blockShift, 128},
            new int[] {volume, 90},
            new int[] {volume, 100_000},
            new int[] {BYTES - (1 << blockShift), 92});
    for (int left = 1 + random.nextInt(12); left > 0; left--) {
      int[] at = places.get(random.nextInt(places.size()));
      int index = at[0] + random.nextInt(at[1]);
      image.bytes[index] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
    }
    inspect(image);
  }

  @Property(tries = 100)
  void images_with_a_sound_checksum_over_nonsense(@ForAll long seed) throws IOException {
    MemoryImage image = new MemoryImage(BYTES);
    Random random = new Random(seed);
    byte[] entries = new byte[16384];
    random.nextBytes(entries);
    image.write(1024, ByteBuffer.wrap(entries));
    var header = ByteBuffer.allocate(92).order(ByteOrder.LITTLE_ENDIAN);
    new GptHeader(
            1,
            random.nextLong(),
            2,
            random.nextLong() >>> 1,
            ImageIdentity.ofSeed(seed).diskId(),
            2,
            128,
            128,
            GptHeader.crc32(ByteBuffer.wrap(entries)))
        .encode(header);
    image.write(512, header);
    var protective = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
    new MasterBootRecord(0, List.of(new MasterBootRecord.Entry(0, 0xee, 1, BYTES / 512 - 1)))
        .encode(protective);
    image.write(0, protective);
    inspect(image);
    assertThat(PartitionTable.read(image, 512).scheme()).isEqualTo(PartitionScheme.GPT);
  }
}
