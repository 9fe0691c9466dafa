package dev.umsim.sim.image;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** Puts an {@link ImagePlan} together, one choice at a time. */
public final class ImagePlanBuilder {
  private final long sizeBytes;
  private int blockBytes = 512;
  private PartitionScheme scheme = PartitionScheme.NONE;
  private Optional<FatType> type = Optional.empty();
  private OptionalInt clusterBytes = OptionalInt.empty();
  private String label = "";
  private Optional<Path> source = Optional.empty();
  private long seed;
  private OptionalInt volumeSerial = OptionalInt.empty();
  private Optional<Instant> time = Optional.empty();

  ImagePlanBuilder(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  /** The size of a block: 512 (the default), 1024, 2048 or 4096. */
  public ImagePlanBuilder blockBytes(int bytes) {
    blockBytes = bytes;
    return this;
  }

  /** The partition table; none by default. */
  public ImagePlanBuilder scheme(PartitionScheme chosen) {
    scheme = chosen;
    return this;
  }

  /** The kind of FAT, instead of the one that suits the size. */
  public ImagePlanBuilder type(FatType chosen) {
    type = Optional.of(chosen);
    return this;
  }

  /** The size of a cluster, instead of one that suits kind and size. */
  public ImagePlanBuilder clusterBytes(int bytes) {
    clusterBytes = OptionalInt.of(bytes);
    return this;
  }

  /** The label of the volume, up to 11 characters. */
  public ImagePlanBuilder label(String text) {
    label = text;
    return this;
  }

  /** The directory of the host whose content is copied. */
  public ImagePlanBuilder source(Path directory) {
    source = Optional.of(directory);
    return this;
  }

  /** What the serial number, the signature and the GUIDs are made from; 0 by default. */
  public ImagePlanBuilder seed(long number) {
    seed = number;
    return this;
  }

  /** The serial number of the volume, instead of the seed's. */
  public ImagePlanBuilder volumeSerial(int serial) {
    volumeSerial = OptionalInt.of(serial);
    return this;
  }

  /** The time of every entry, instead of those of the files that are copied. */
  public ImagePlanBuilder time(Instant moment) {
    time = Optional.of(moment);
    return this;
  }

  /** The plan; an {@link ImageRefusal} says why there is none. */
  public ImagePlan build() {
    ImageIdentity identity = ImageIdentity.ofSeed(seed);
    return new ImagePlan(
        sizeBytes,
        blockBytes,
        scheme,
        new FatOptions(type, clusterBytes, label),
        source,
        volumeSerial.isPresent() ? identity.withVolumeSerial(volumeSerial.getAsInt()) : identity,
        time);
  }
}
