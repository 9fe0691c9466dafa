package dev.umsim.sim.image;

import java.nio.file.Path;
import java.util.List;

/**
 * An image that was made.
 *
 * @param file where it is
 * @param geometry its file system
 * @param usedClusterCount how many clusters are taken
 * @param directoryCount how many directories were copied
 * @param fileCount how many files were copied
 * @param notes one line for each thing in the source directory that was left out
 */
public record BuiltImage(
    Path file,
    FatGeometry geometry,
    long usedClusterCount,
    int directoryCount,
    int fileCount,
    List<String> notes) {

  /** Keeps its own copy of the notes. */
  public BuiltImage {
    notes = List.copyOf(notes);
  }
}
