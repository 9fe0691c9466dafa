package dev.umsim.sim.image;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a file system says about itself.
 *
 * @param type such as "FAT32", "ISO 9660" or "ext4"
 * @param blockBytes the size of a sector by which it counts; 0 where only its name is known
 * @param clusterBytes the size of the unit that it allocates
 * @param label its label; empty for none
 * @param id its serial number or UUID as it is usually written; empty for none
 * @param clusterCount how many units it has
 * @param freeClusterCount how many of them are free, by its own tables; empty where it keeps none
 *     or they cannot be read
 * @param anomalies one line for each thing that contradicts another
 */
public record FileSystemInfo(
    String type,
    int blockBytes,
    int clusterBytes,
    String label,
    String id,
    long clusterCount,
    OptionalLong freeClusterCount,
    List<String> anomalies) {

  /** Keeps its own copy of the anomalies. */
  public FileSystemInfo {
    Objects.requireNonNull(type);
    Objects.requireNonNull(freeClusterCount);
    anomalies = List.copyOf(anomalies);
  }

  /** One of which nothing is known but its name. */
  static FileSystemInfo named(String type) {
    return new FileSystemInfo(type, 0, 0, "", "", 0, OptionalLong.empty(), List.of());
  }

  /** All that it can allocate, in bytes. */
  public long sizeBytes() {
    return clusterCount * clusterBytes;
  }

  /** What of it is free, in bytes. */
  public OptionalLong freeBytes() {
    return freeClusterCount.isPresent()
        ? OptionalLong.of(freeClusterCount.getAsLong() * clusterBytes)
        : OptionalLong.empty();
  }
}
