package dev.umsim.sim.image;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What an image is to be: its size, how it is divided, its file system and what is in it.
 *
 * <p>A plan can be carried out: what the formats cannot hold is refused when the plan is made. It
 * says all that decides about the image's bytes, along with the files that are copied; no clock and
 * no chance come in.
 *
 * @param sizeBytes the length of the image, a multiple of the block
 * @param blockBytes 512, 1024, 2048 or 4096
 * @param scheme how it is divided
 * @param fat its file system
 * @param source the directory whose content is copied, or empty for an empty file system
 * @param identity serial number, signature and GUIDs
 * @param time the time of every entry; where it is empty, an entry has the time of the file that it
 *     was copied from, and the label that of the source directory or, without one, 1980-01-01. All
 *     times are in UTC
 */
public record ImagePlan(
    long sizeBytes,
    int blockBytes,
    PartitionScheme scheme,
    FatOptions fat,
    Optional<Path> source,
    ImageIdentity identity,
    Optional<Instant> time) {

  /** Checks that there can be such an image; an {@link ImageRefusal} says why not. */
  public ImagePlan {
    Objects.requireNonNull(scheme);
    Objects.requireNonNull(fat);
    Objects.requireNonNull(source);
    Objects.requireNonNull(identity);
    Objects.requireNonNull(time);
    if (!FatGeometry.isSectorSize(blockBytes)) {
      throw new ImageRefusal("blocks have 512, 1024, 2048 or 4096 bytes, not %d", blockBytes);
    }
    if (sizeBytes <= 0 || sizeBytes % blockBytes != 0) {
      throw new ImageRefusal(
          "a size of %d bytes is not a multiple of blocks of %d bytes", sizeBytes, blockBytes);
    }
    geometry(sizeBytes, blockBytes, scheme, fat);
  }

  /**
   * An image of {@code sizeBytes} in blocks of 512 bytes with no partition table, an empty file
   * system of the kind that suits the size, and the numbers of seed 0.
   */
  public static ImagePlan ofSize(long sizeBytes) {
    return builder(sizeBytes).build();
  }

  /** A builder that starts from {@link #ofSize}, which need not be possible by itself. */
  public static ImagePlanBuilder builder(long sizeBytes) {
    return new ImagePlanBuilder(sizeBytes);
  }

  /** How many blocks the image has. */
  public long blockCount() {
    return sizeBytes / blockBytes;
  }

  /** Where the file system will lie. */
  PartitionPlacement placement() {
    return PartitionPlacement.of(scheme, blockBytes, blockCount());
  }

  /** What the file system will look like; positions count from the start of its partition. */
  public FatGeometry geometry() {
    return geometry(sizeBytes, blockBytes, scheme, fat);
  }

  private static FatGeometry geometry(
      long sizeBytes, int blockBytes, PartitionScheme scheme, FatOptions fat) {
    var place = PartitionPlacement.of(scheme, blockBytes, sizeBytes / blockBytes);
    return FatSizing.choose(fat, blockBytes, place.blockCount(), place.firstBlock());
  }
}
