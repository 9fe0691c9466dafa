package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds out what is in an image: partition table, file systems, free space, and what contradicts
 * itself.
 *
 * <p>Any bytes are an answer; none make it fail. Of FAT it reads the tables, of ISO 9660 and ext2,
 * ext3 and ext4 the superblock.
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
    List<VolumeInfo> volumes = volumes(table);
    OptionalInt told = bestScore > 0 ? OptionalInt.of(table.blockBytes()) : OptionalInt.empty();
    return new ImageInfo(
        image.sizeBytes(),
        table.scheme(),
        blockBytes.isPresent() ? blockBytes : told,
        volumes,
        table.anomalies());
  }

  /** How much speaks for the size of block by which a table was read. */
  private int score(PartitionTable table) throws IOException {
    int score = table.scheme() == PartitionScheme.GPT ? 2 : 0;
    for (ByteSource volume : starts(table)) {
      Optional<BootSector> boot = BootSector.decode(volume.read(0, BootSector.LENGTH));
      if (boot.isPresent()) {
        score += boot.get().geometry().sectorBytes() == table.blockBytes() ? 2 : 1;
      } else if (table.scheme() == PartitionScheme.NONE) {
        score += Iso9660Inspection.isPresent(volume) && table.blockBytes() == 2048 ? 1 : 0;
      } else {
        score += ExtInspection.isPresent(volume) ? 1 : 0;
      }
    }
    return score;
  }

  private List<ByteSource> starts(PartitionTable table) {
    return table.scheme() == PartitionScheme.NONE
        ? List.of(image)
        : table.partitions().stream().map(partition -> bytes(partition, table)).toList();
  }

  private ByteSource bytes(Partition partition, PartitionTable table) {
    return image.window(
        partition.firstBlock() * table.blockBytes(), partition.blockCount() * table.blockBytes());
  }

  private List<VolumeInfo> volumes(PartitionTable table) throws IOException {
    List<VolumeInfo> volumes = new ArrayList<>();
    for (Partition partition : table.partitions()) {
      ByteSource bytes = bytes(partition, table);
      volumes.add(new VolumeInfo(Optional.of(partition), recognise(bytes, partition)));
    }
    if (table.scheme() == PartitionScheme.NONE) {
      volumes.add(new VolumeInfo(Optional.empty(), recognise(image, null)));
    } else if (Iso9660Inspection.isPresent(image)) {
      // A disc image that can also be put on a stick has a partition table besides.
      volumes.add(
          0, new VolumeInfo(Optional.empty(), Optional.of(Iso9660Inspection.inspect(image))));
    }
    return volumes;
  }

  private static Optional<FileSystemInfo> recognise(ByteSource bytes, Partition partition)
      throws IOException {
    Optional<FatVolume> fat = FatVolume.open(bytes);
    if (fat.isPresent()) {
      return Optional.of(
          new FatInspection(bytes, fat.get()).inspect(Optional.ofNullable(partition)));
    }
    if (Iso9660Inspection.isPresent(bytes)) {
      return Optional.of(Iso9660Inspection.inspect(bytes));
    }
    return ExtInspection.isPresent(bytes)
        ? Optional.of(ExtInspection.inspect(bytes))
        : Optional.empty();
  }
}
