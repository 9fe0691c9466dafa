package dev.umsim.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What tells a file from every other one, whatever names it has; one that does not exist yet is
 * told by its folder and its name.
 */
record FileIdentity(Object key) {
  /** As many as Linux follows; links may go round in a circle. */
  private static final int MOST_LINKS = 40;

  static FileIdentity of(Path path) throws IOException {
    var place = Files.exists(path) ? path : place(path);
    if (Files.exists(place)) {
      var key = Files.readAttributes(place, BasicFileAttributes.class).fileKey();
      return new FileIdentity(key == null ? place.toRealPath() : key);
    }
    return new FileIdentity(place);
  }

  /** The path without links, as far as it exists. */
  static Path place(Path path) throws IOException {
    return place(path.toAbsolutePath(), MOST_LINKS);
  }

  private static Path place(Path path, int links) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    if (links > 0 && Files.isSymbolicLink(path)) {
      // It would come to be where the link points to.
      return place(path.resolveSibling(Files.readSymbolicLink(path)), links - 1);
    }
    if (path.getParent() == null) {
      return path;
    }
    // Not before the links are followed: what is above one is not above what it points to.
    return place(path.getParent(), links).resolve(path.getFileName()).normalize();
  }
}
