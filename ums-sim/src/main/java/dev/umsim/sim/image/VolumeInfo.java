package dev.umsim.sim.image;

import java.util.Objects;
import java.util.Optional;

/**
 * A partition, or the whole image, and the file system in it.
 *
 * @param partition empty for the whole image
 * @param fileSystem empty where none was recognised
 */
public record VolumeInfo(Optional<Partition> partition, Optional<FileSystemInfo> fileSystem) {
  /** Checks that nothing is null. */
  public VolumeInfo {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(fileSystem);
  }
}
