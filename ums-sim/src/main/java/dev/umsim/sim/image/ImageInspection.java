package dev.umsim.sim.image;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds out what is in an image: partition table, file systems, free space, and what contradicts
 * itself.
 *
 * <p>Any bytes are an answer; none make it fail. Of FAT it reads the tables, of exFAT and NTFS the
 * bitmaps, of HFS+, APFS, ISO 9660 and ext2, ext3 and ext4 the superblock; others it names.
 */
public final class ImageInspection {
  /** The usual size first: it is taken where nothing speaks for another. */
  private static final List<Integer> BLOCK_SIZES = List.of(512, 4096, 2048, 1024);

  private final ByteSource image;

  private ImageInspection(ByteSource image) {
    this.image = image;
  }

  /** Looks at a file; an {@link IOException} says why it cannot be read. */
  public static ImageInfo inspect(Path file) throws IOException {
    try (FileSource image = FileSource.open(file)) {
      return inspect(image, OptionalInt.empty());
    }
  }

  /**
   * Looks at an image.
   *
   * @param blockBytes the size of a block if it is known, a power of two from 512 to 4096;
   *     otherwise the size by which most is recognised
   * @throws IOException if the image cannot be read
   */
  public static ImageInfo inspect(ByteSource image, OptionalInt blockBytes) throws IOException {
    return new ImageInspection(image).inspect(blockBytes);
  }

  private ImageInfo inspect(OptionalInt blockBytes) throws IOException {
    List<Integer> sizes = blockBytes.isPresent() ? List.of(blockBytes.getAsInt()) : BLOCK_SIZES;
    PartitionTable table = null;
    int bestScore = -1;
    for (int size : sizes) {
      PartitionTable candidate = PartitionTable.read(image, size);
      int score = score(candidate);
      if (score > bestScore) {
        table = candidate;
        bestScore = score;
      }
    }
    List<VolumeInfo> volumes = volumes(requireNonNull(table));
    List<String> anomalies = new ArrayList<>(table.anomalies());
    addRemains(table, anomalies);
    OptionalInt told = bestScore > 0 ? OptionalInt.of(table.blockBytes()) : OptionalInt.empty();
    return new ImageInfo(
        image.sizeBytes(),
        table.scheme(),
        blockBytes.isPresent() ? blockBytes : told,
        volumes,
        anomalies);
  }

  /** What the table has taken the place of. */
  private void addRemains(PartitionTable table, List<String> anomalies) throws IOException {
    if (table.scheme() == PartitionScheme.NONE) {
      GptReader.remains(image, table.blockBytes()).ifPresent(anomalies::add);
      return;
    }
    boolean ahead =
        !table.partitions().isEmpty()
            && table.partitions().stream().allMatch(each -> each.firstBlock() > 0);
    if (!ahead || Iso9660Inspection.isPresent(image)) {
      return;
    }
    String left = ExtInspection.isPresent(image) ? "ext2, ext3 or ext4" : null;
    left = HfsPlusInspection.isPresent(image) ? "HFS+" : left;
    if (left != null) {
      anomalies.add(
          "the disk as a whole was a volume with "
              + left
              + " before, of which the beginning is left over; blkid names it beside the table");
    }
  }

  /** How much speaks for the size of block by which a table was read. */
  private int score(PartitionTable table) throws IOException {
    int score =
        switch (table.scheme()) {
          case NONE, MBR -> 0;
          case GPT, APPLE -> 2;
        };
    for (Partition partition : table.partitions()) {
      score += table.scheme() == PartitionScheme.MBR && partition.number() > 4 ? 1 : 0;
    }
    for (ByteSource volume : starts(table)) {
      Optional<BootSector> boot = BootSector.decode(volume.read(0, BootSector.LENGTH));
      if (boot.isPresent()) {
        score += boot.get().geometry().sectorBytes() == table.blockBytes() ? 2 : 1;
      } else if (isWhole(table)) {
        score += Iso9660Inspection.isPresent(volume) && table.blockBytes() == 2048 ? 1 : 0;
        // Of the others only those tell it that have a sector.
        score += otherScore(volume, table.blockBytes()) == 2 ? 2 : 0;
      } else {
        score += otherScore(volume, table.blockBytes());
      }
    }
    return score;
  }

  private static int otherScore(ByteSource volume, int blockBytes) throws IOException {
    ByteBuffer first = volume.read(0, BootSector.LENGTH);
    if (ExfatInspection.hasName(first)) {
      return 1 << first.get(108) == blockBytes ? 2 : 1;
    }
    if (NtfsInspection.hasName(first)) {
      return Short.toUnsignedInt(first.getShort(11)) == blockBytes ? 2 : 1;
    }
    boolean known =
        ExtInspection.isFirst(volume)
            || HfsPlusInspection.isPresent(volume)
            || ApfsInspection.isPresent(volume)
            || OtherFileSystems.name(volume).isPresent();
    return known ? 1 : 0;
  }

  /** Whether the image may be a volume as a whole. */
  private static boolean isWhole(PartitionTable table) {
    return table.scheme() == PartitionScheme.NONE
        || table.scheme() == PartitionScheme.MBR && table.partitions().isEmpty();
  }

  private List<ByteSource> starts(PartitionTable table) {
    return isWhole(table)
        ? List.of(image)
        : table.partitions().stream()
            .filter(partition -> !partition.isExtended())
            .map(partition -> bytes(partition, table))
            .toList();
  }

  private ByteSource bytes(Partition partition, PartitionTable table) {
    return image.window(
        partition.firstBlock() * table.blockBytes(), partition.blockCount() * table.blockBytes());
  }

  private List<VolumeInfo> volumes(PartitionTable table) throws IOException {
    List<VolumeInfo> volumes = new ArrayList<>();
    for (Partition partition : table.partitions()) {
      ByteSource bytes = bytes(partition, table);
      volumes.add(
          partition.isExtended()
              ? new VolumeInfo(Optional.of(partition), Optional.empty(), List.of())
              : volume(bytes, Optional.of(partition)));
    }
    if (isWhole(table)) {
      volumes.add(volume(image, Optional.empty()));
    } else if (Iso9660Inspection.isPresent(image)) {
      // A disc image that can also be put on a stick has a partition table besides.
      volumes.add(
          0,
          new VolumeInfo(
              Optional.empty(), Optional.of(Iso9660Inspection.inspect(image)), List.of()));
    }
    return volumes;
  }

  private static VolumeInfo volume(ByteSource bytes, Optional<Partition> partition)
      throws IOException {
    Optional<FatVolume> fat = FatVolume.open(bytes);
    if (fat.isPresent()) {
      return new VolumeInfo(
          partition,
          Optional.of(new FatInspection(bytes, fat.get()).inspect(partition)),
          List.of());
    }
    Optional<FileSystemInfo> other = other(bytes);
    List<String> faults =
        other.isPresent()
            ? List.of()
            : BootSectorFaults.of(bytes.read(0, BootSector.LENGTH)).stream().toList();
    return new VolumeInfo(partition, other, faults);
  }

  /** What is recognised besides FAT. */
  private static Optional<FileSystemInfo> other(ByteSource bytes) throws IOException {
    if (ExfatInspection.isPresent(bytes)) {
      return Optional.of(ExfatInspection.inspect(bytes));
    }
    if (NtfsInspection.isPresent(bytes)) {
      return Optional.of(NtfsInspection.inspect(bytes));
    }
    if (Iso9660Inspection.isPresent(bytes)) {
      return Optional.of(Iso9660Inspection.inspect(bytes));
    }
    if (ExtInspection.isPresent(bytes)) {
      return Optional.of(ExtInspection.inspect(bytes));
    }
    if (HfsPlusInspection.isPresent(bytes)) {
      return Optional.of(HfsPlusInspection.inspect(bytes));
    }
    if (ApfsInspection.isPresent(bytes)) {
      return Optional.of(ApfsInspection.inspect(bytes));
    }
    return OtherFileSystems.name(bytes).map(FileSystemInfo::named);
  }
}
