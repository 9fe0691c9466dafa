package dev.umsim.sim.image;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * A tree given its places on an empty FAT volume: each file and directory takes the clusters behind
 * the one before it, so that none is in pieces.
 */
final class FatLayout {
  /** Clusters in a row that one file or directory takes; none for an empty file. */
  record Run(int firstCluster, int clusterCount) {
    static final Run NONE = new Run(0, 0);
  }

  /** A directory's entries and where they go; no clusters for the root of FAT12 and FAT16. */
  record PlacedDirectory(Run run, List<DirectoryEntry> entries) {}

  /** A file and where its bytes go. */
  record PlacedFile(Run run, SourceFile source) {}

  /** The longest directory: hosts keep a position in it in 16 bits. */
  private static final int SLOT_COUNT_MAX = 0x10000;

  private final FatGeometry geometry;
  private final Function<SourceNode, FatTime> timeOf;
  private final List<PlacedDirectory> directories = new ArrayList<>();
  private final List<PlacedFile> files = new ArrayList<>();
  // Counts on past the end of the volume, so that a refusal can say how much would be needed.
  private long nextCluster = FatType.FIRST_CLUSTER;

  private FatLayout(FatGeometry geometry, Function<SourceNode, FatTime> timeOf) {
    this.geometry = geometry;
    this.timeOf = timeOf;
  }

  /**
   * Places {@code root}.
   *
   * @param label the volume's label, or empty for none
   * @param timeOf the time that goes into a node's entry
   * @throws ImageRefusal if the volume or a directory is too small
   */
  static FatLayout of(
      SourceDirectory root,
      FatGeometry geometry,
      String label,
      Function<SourceNode, FatTime> timeOf) {
    FatLayout layout = new FatLayout(geometry, timeOf);
    layout.placeRoot(root, label);
    if (layout.usedClusterCount() > geometry.clusterCount()) {
      throw new ImageRefusal(
          "the files need %d clusters of %d bytes, the volume has %d",
          layout.usedClusterCount(), geometry.clusterBytes(), geometry.clusterCount());
    }
    return layout;
  }

  private void placeRoot(SourceDirectory root, String label) {
    List<DirectoryEntry> entries = new ArrayList<>();
    if (!label.isEmpty()) {
      ShortName name = ShortName.ofLabel(label);
      FatTime time = timeOf.apply(root);
      entries.add(DirectoryEntry.of(label, name, DirectoryEntry.VOLUME_LABEL, time, 0, 0));
    }
    List<ShortName> aliases = aliases(root);
    int slotCount = slotCount(root, aliases, entries.size());
    if (geometry.type() == FatType.FAT32) {
      place(root, aliases, allocateSlots(slotCount), entries, 0);
      return;
    }
    if (slotCount > geometry.rootEntryCount()) {
      throw new ImageRefusal(
          "the root directory needs %d entries (a long name takes several), that of %s has %d",
          slotCount, geometry.type(), geometry.rootEntryCount());
    }
    place(root, aliases, Run.NONE, entries, 0);
  }

  /**
   * @param entries those that stand before the children's
   * @param selfForChildren how the children's ".." calls this directory: 0 if it is the root, on
   *     FAT32 too
   */
  private void place(
      SourceDirectory directory,
      List<ShortName> aliases,
      Run run,
      List<DirectoryEntry> entries,
      int selfForChildren) {
    directories.add(new PlacedDirectory(run, entries));
    for (int i = 0; i < aliases.size(); i++) {
      SourceNode child = directory.children().get(i);
      DirectoryEntry entry =
          child instanceof SourceFile file
              ? placeFile(file, aliases.get(i))
              : placeDirectory((SourceDirectory) child, aliases.get(i), selfForChildren);
      entries.add(entry);
    }
  }

  private DirectoryEntry placeFile(SourceFile file, ShortName alias) {
    Run run = allocate(file.sizeBytes());
    files.add(new PlacedFile(run, file));
    return DirectoryEntry.of(
        file.name(),
        alias,
        DirectoryEntry.ARCHIVE,
        timeOf.apply(file),
        run.firstCluster(),
        file.sizeBytes());
  }

  private DirectoryEntry placeDirectory(SourceDirectory inner, ShortName alias, int parent) {
    List<ShortName> aliases = aliases(inner);
    Run run = allocateSlots(slotCount(inner, aliases, 2));
    FatTime time = timeOf.apply(inner);
    List<DirectoryEntry> entries = new ArrayList<>();
    entries.add(directoryEntry(".", ShortName.DOT, time, run.firstCluster()));
    entries.add(directoryEntry("..", ShortName.DOT_DOT, time, parent));
    place(inner, aliases, run, entries, run.firstCluster());
    return directoryEntry(inner.name(), alias, time, run.firstCluster());
  }

  private static DirectoryEntry directoryEntry(
      String name, ShortName shortName, FatTime time, int firstCluster) {
    return DirectoryEntry.of(name, shortName, DirectoryEntry.DIRECTORY, time, firstCluster, 0);
  }

  private static List<ShortName> aliases(SourceDirectory directory) {
    List<String> names = directory.children().stream().map(SourceNode::name).toList();
    Aliases aliases = new Aliases(names);
    return names.stream().map(aliases::choose).toList();
  }

  private static int slotCount(SourceDirectory directory, List<ShortName> aliases, int others) {
    int count = others;
    for (int i = 0; i < aliases.size(); i++) {
      count += DirectoryEntry.slotCount(directory.children().get(i).name(), aliases.get(i));
    }
    if (count > SLOT_COUNT_MAX) {
      throw new ImageRefusal(
          "the directory \"%s\" needs %d entries (a long name takes several), FAT has %d",
          directory.name(), count, SLOT_COUNT_MAX);
    }
    return count;
  }

  private Run allocateSlots(int slotCount) {
    return allocate(Math.max(1, slotCount * (long) FatGeometry.SLOT_BYTES));
  }

  private Run allocate(long bytes) {
    if (bytes == 0) {
      return Run.NONE;
    }
    int count = (int) ((bytes + geometry.clusterBytes() - 1) / geometry.clusterBytes());
    Run run = new Run((int) nextCluster, count);
    nextCluster += count;
    return run;
  }

  /** All directories, the root first. */
  List<PlacedDirectory> directories() {
    return Collections.unmodifiableList(directories);
  }

  /** All files, in the order of their clusters. */
  List<PlacedFile> files() {
    return Collections.unmodifiableList(files);
  }

  /** The runs of all files and directories, in the order of their clusters and without gaps. */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    directories.forEach(directory -> runs.add(directory.run()));
    files.forEach(file -> runs.add(file.run()));
    runs.removeIf(run -> run.clusterCount() == 0);
    runs.sort((a, b) -> Integer.compare(a.firstCluster(), b.firstCluster()));
    return runs;
  }

  /** How many clusters all takes. */
  long usedClusterCount() {
    return nextCluster - FatType.FIRST_CLUSTER;
  }
}
