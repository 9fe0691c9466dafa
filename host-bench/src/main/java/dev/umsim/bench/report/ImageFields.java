package dev.umsim.bench.report;

import dev.umsim.sim.image.FileSystemInfo;
import dev.umsim.sim.image.ImageInfo;
import dev.umsim.sim.image.Partition;
import dev.umsim.sim.image.VolumeInfo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** What is in an image, as the row of a report; what is not known is null. */
public final class ImageFields {
  private ImageFields() {}

  /** The fields of an image by name. */
  public static Map<String, Object> of(Path file, ImageInfo info) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("file", file.toString());
    fields.put("sizeBytes", info.sizeBytes());
    fields.put("blockBytes", info.blockBytes().isPresent() ? info.blockBytes().getAsInt() : null);
    fields.put("partitionTable", info.scheme().toString().toLowerCase(Locale.ROOT));
    fields.put("anomalies", info.anomalies());
    fields.put("volumes", info.volumes().stream().map(ImageFields::of).toList());
    return fields;
  }

  private static Map<String, Object> of(VolumeInfo volume) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("partition", volume.partition().map(ImageFields::of).orElse(null));
    fields.put("fileSystem", volume.fileSystem().map(ImageFields::of).orElse(null));
    fields.put("anomalies", volume.anomalies());
    return fields;
  }

  private static Map<String, Object> of(Partition partition) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("number", partition.number());
    fields.put("type", partition.type());
    fields.put("firstBlock", partition.firstBlock());
    fields.put("blocks", partition.blockCount());
    fields.put("extended", partition.isExtended());
    fields.put("id", orNull(partition.id()));
    fields.put("name", orNull(partition.name()));
    return fields;
  }

  private static Map<String, Object> of(FileSystemInfo found) {
    boolean known = found.blockBytes() != 0;
    var fields = new LinkedHashMap<String, Object>();
    fields.put("type", found.type());
    fields.put("label", orNull(found.label()));
    fields.put("id", orNull(found.id()));
    fields.put("sectorBytes", known ? found.blockBytes() : null);
    fields.put("clusterBytes", known ? found.clusterBytes() : null);
    fields.put("clusters", known ? found.clusterCount() : null);
    fields.put("freeClusters", orNull(found.freeClusterCount()));
    fields.put("anomalies", found.anomalies());
    return fields;
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
