package dev.umsim.sim.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * What was found in an image.
 *
 * @param sizeBytes the length of the image
 * @param scheme how it is divided
 * @param blockBytes the size of a block, where a table or a file system tells it; the image's file
 *     does not
 * @param volumes the partitions in the order of their table, or the image as a whole; an ISO image
 *     can be both
 * @param anomalies what is wrong with the partition table, and what others have left on the disk
 */
public record ImageInfo(
    long sizeBytes,
    PartitionScheme scheme,
    OptionalInt blockBytes,
    List<VolumeInfo> volumes,
    List<String> anomalies) {

  /** Keeps its own copy of the lists. */
  public ImageInfo {
    Objects.requireNonNull(scheme);
    Objects.requireNonNull(blockBytes);
    volumes = List.copyOf(volumes);
    anomalies = List.copyOf(anomalies);
  }

  /** The same as text to be read, a line for each fact. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("size: " + sizeBytes + " bytes");
    lines.add(
        "block: " + (blockBytes.isPresent() ? blockBytes.getAsInt() + " bytes" : "not known"));
    lines.add("partition table: " + schemeName());
    anomalies.forEach(anomaly -> lines.add("anomaly: " + printable(anomaly)));
    volumes.forEach(volume -> addVolume(lines, volume));
    return List.copyOf(lines);
  }

  private String schemeName() {
    return switch (scheme) {
      case NONE -> "none";
      case MBR, GPT -> scheme.name();
      case APPLE -> "Apple partition map";
    };
  }

  private static void addVolume(List<String> lines, VolumeInfo volume) {
    volume.partition().ifPresent(partition -> addPartition(lines, partition));
    if (volume.partition().filter(Partition::isExtended).isPresent()) {
      return;
    }
    if (volume.fileSystem().isEmpty()) {
      lines.add("  file system: none recognised");
      volume.anomalies().forEach(anomaly -> lines.add("  anomaly: " + printable(anomaly)));
      return;
    }
    FileSystemInfo found = volume.fileSystem().get();
    lines.add("  file system: " + found.type());
    if (found.blockBytes() == 0) {
      return;
    }
    lines.add("  label: " + (found.label().isEmpty() ? "none" : printable(found.label())));
    if (!found.id().isEmpty()) {
      lines.add("  id: " + found.id());
    }
    lines.add("  sector: " + found.blockBytes() + " bytes");
    lines.add("  cluster: " + found.clusterBytes() + " bytes");
    lines.add("  clusters: " + found.clusterCount() + " (" + found.sizeBytes() + " bytes)");
    found
        .freeClusterCount()
        .ifPresent(
            free ->
                lines.add("  free: " + free + " (" + found.freeBytes().getAsLong() + " bytes)"));
    found.anomalies().forEach(anomaly -> lines.add("  anomaly: " + printable(anomaly)));
  }

  private static void addPartition(List<String> lines, Partition partition) {
    lines.add(
        "partition %d: type %s, blocks %d to %d%s"
            .formatted(
                partition.number(),
                printable(partition.type()),
                partition.firstBlock(),
                partition.endBlock() - 1,
                partition.isExtended() ? ", holds logical partitions" : ""));
    if (!partition.name().isEmpty()) {
      lines.add("  name: " + printable(partition.name()));
    }
  }

  /** Text out of an image shall not command the terminal that shows it. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
