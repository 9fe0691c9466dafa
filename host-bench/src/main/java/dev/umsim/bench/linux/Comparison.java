package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.ByteSource;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.FatVolume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Compares what a copy has put on a device with the file that it came from. Volumes are read by
 * other code than has written them.
 */
final class Comparison {
  private static final int CHUNK_BYTES = 64 << 10;

  private final ByteSource device;
  private final HostFile file;
  private final byte[] expected = new byte[CHUNK_BYTES];
  private final byte[] actual = new byte[CHUNK_BYTES];

  Comparison(ByteSource device, HostFile file) {
    this.device = device;
    this.file = file;
  }

  /** The first difference of the bytes from an offset on, in words. */
  Optional<String> ofBytes(long offset, long length) throws HostException, UnusableVolumeException {
    return DiskSource.reading(() -> difference(offset, 0, length));
  }

  /** The first difference of a file of this length on the volume that the device has, in words. */
  Optional<String> ofFile(String path, long length) throws HostException, UnusableVolumeException {
    return DiskSource.reading(() -> fileDifference(path, length));
  }

  private Optional<String> fileDifference(String path, long length) throws IOException {
    var volume = FatVolume.open(device);
    var entry = volume.isEmpty() ? Optional.<DirectoryEntry>empty() : find(volume.get(), path);
    if (entry.isEmpty()) {
      return Optional.of("the volume has no file " + path);
    }
    if (entry.get().sizeBytes() != length) {
      return Optional.of(
          "%s has %d bytes instead of %d".formatted(path, entry.get().sizeBytes(), length));
    }
    var geometry = volume.get().geometry();
    int clusterBytes = geometry.clusterBytes();
    int clusterCount = (int) ((length + clusterBytes - 1) / clusterBytes);
    var chain = volume.get().table().chain(entry.get().firstCluster(), clusterCount);
    if (chain.clusters().length < clusterCount || !chain.intact()) {
      return Optional.of(path + " has not the clusters of a file of its length");
    }
    long position = 0;
    for (int cluster : chain.clusters()) {
      long count = Math.min(clusterBytes, length - position);
      var found = difference(geometry.clusterOffsetBytes(cluster), position, count);
      if (found.isPresent()) {
        return found.map(line -> path + ": " + line);
      }
      position += count;
    }
    return Optional.empty();
  }

  private static Optional<DirectoryEntry> find(FatVolume volume, String path) throws IOException {
    List<DirectoryEntry> entries = volume.root();
    Optional<DirectoryEntry> found = Optional.empty();
    for (String name : Vfat.namesOf(path)) {
      found = entries.stream().filter(each -> each.name().equalsIgnoreCase(name)).findFirst();
      boolean folder = found.isPresent() && found.get().isDirectory();
      entries = folder ? volume.list(found.get()) : List.of();
    }
    return found;
  }

  private Optional<String> difference(long offset, long position, long length) throws IOException {
    for (long done = 0; done < length; done += CHUNK_BYTES) {
      int count = (int) Math.min(CHUNK_BYTES, length - done);
      file.read(position + done, expected, count);
      device.read(offset + done, ByteBuffer.wrap(actual, 0, count));
      for (int i = 0; i < count; i++) {
        if (expected[i] != actual[i]) {
          return Optional.of(
              "the first different byte is %d (byte %d of the device): %02x instead of %02x"
                  .formatted(position + done + i, offset + done + i, actual[i], expected[i]));
        }
      }
    }
    return Optional.empty();
  }
}
