package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.file.Path;

/** The steps by which kept overlays and images change; a test can stop between any two of them. */
interface FileSteps {
  /** Opens a regular file and locks it, against everybody if it is to be written. */
  ImageChannel open(Path file, boolean writable) throws ImageException;

  /** Makes a file that is one hole, for its owner alone, and opens it for writing. */
  ImageChannel create(Path file, long length) throws IOException;

  /**
   * Lets the system copy the content of a file into another one, in the way that costs it least and
   * with holes where the first has holes; false if it cannot.
   */
  boolean copy(Path from, Path to) throws IOException;

  /** Gives a file the owner, group and permissions of another. */
  void copyAttributes(Path from, Path to) throws IOException;

  /** Puts a file in the place of another at one stroke. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes a file if it is there. */
  void delete(Path file) throws IOException;

  /** Makes durable which files are in the directory of this one. */
  void forceDirectoryOf(Path file) throws IOException;
}
