package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory of the host as it was found: what can go into an image, and what cannot.
 *
 * @param root regular files and directories, sorted by name so that the order does not depend on
 *     the host
 * @param notes one line for each symbolic link, device, socket or pipe, all of which are left out
 */
public record SourceTree(SourceDirectory root, List<String> notes) {

  /** Keeps its own copy of the notes. */
  public SourceTree {
    notes = List.copyOf(notes);
  }

  /**
   * Looks through {@code directory} without following links below it. Nothing but names, sizes and
   * times is read.
   *
   * @throws FileSystemException names the file that cannot be read, or that FAT cannot hold, and
   *     says why
   */
  public static SourceTree scan(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    List<String> notes = new ArrayList<>();
    BasicFileAttributes attributes = Files.readAttributes(directory, BasicFileAttributes.class);
    return new SourceTree(directory(directory, "", attributes, notes), notes);
  }

  private static SourceDirectory directory(
      Path path, String name, BasicFileAttributes attributes, List<String> notes)
      throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      stream.forEach(paths::add);
    }
    paths.sort((a, b) -> nameOf(a).compareTo(nameOf(b)));
    List<SourceNode> children = new ArrayList<>();
    for (Path child : paths) {
      BasicFileAttributes found =
          Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isDirectory()) {
        children.add(directory(child, nameOf(child), found, notes));
      } else if (found.isRegularFile()) {
        children.add(file(child, found));
      } else {
        String kind = found.isSymbolicLink() ? "symbolic link" : "neither file nor directory";
        notes.add("left out, " + kind + ": " + child);
      }
    }
    try {
      return new SourceDirectory(name, attributes.lastModifiedTime().toInstant(), children);
    } catch (ImageRefusal e) {
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }

  private static SourceFile file(Path path, BasicFileAttributes found) throws IOException {
    if (!Files.isReadable(path)) {
      throw new FileSystemException(path.toString(), null, "cannot be read");
    }
    try {
      return new SourceFile(
          nameOf(path),
          found.lastModifiedTime().toInstant(),
          found.size(),
          () -> FileChannel.open(path, StandardOpenOption.READ));
    } catch (ImageRefusal e) {
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }

  private static String nameOf(Path path) {
    return path.getFileName().toString();
  }
}
