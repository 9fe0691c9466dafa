package dev.umsim.sim.image;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A partition, or the whole image, and the file system in it.
 *
 * @param partition empty for the whole image
 * @param fileSystem empty where none was recognised
 * @param anomalies what keeps it from being recognised, one line each
 */
public record VolumeInfo(
    Optional<Partition> partition, Optional<FileSystemInfo> fileSystem, List<String> anomalies) {
  /** Keeps its own copy of the anomalies. */
  public VolumeInfo {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(fileSystem);
    anomalies = List.copyOf(anomalies);
  }
}
