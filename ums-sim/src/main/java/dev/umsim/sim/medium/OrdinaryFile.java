package dev.umsim.sim.medium;

import static dev.umsim.sim.medium.ImageException.reason;
import static dev.umsim.sim.medium.ImageException.word;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A regular file that was looked at before it is opened: opening a pipe would wait for ever, and
 * opening a disk of this computer is the beginning of losing it.
 *
 * @param real the file itself, where a symbolic link was named
 * @param key what tells it from every other file, whatever its name
 */
record OrdinaryFile(Path real, Object key) {
  private static final Path DEVICES = Path.of("/dev");

  /**
   * The file at the path; refuses what is missing, a directory, a device, or in {@code /dev}.
   * Nothing is opened for that: closing it would give up the locks that this program has on the
   * file.
   */
  static OrdinaryFile at(Path path) throws ImageException {
    if (path.toAbsolutePath().normalize().startsWith(DEVICES)) {
      throw special(path);
    }
    var file = anywhere(path);
    if (file.real.startsWith(DEVICES)) {
      throw special(path);
    }
    return file;
  }

  /** The same, where it may lie in {@code /dev}, as what is in memory there does. */
  static OrdinaryFile anywhere(Path path) throws ImageException {
    try {
      var real = path.toRealPath();
      var attributes = Files.readAttributes(real, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        throw new ImageException(path + " is a directory; name a raw image file");
      }
      if (!attributes.isRegularFile()) {
        throw special(path);
      }
      // Not every file system has keys.
      return new OrdinaryFile(real, attributes.fileKey() == null ? real : attributes.fileKey());
    } catch (ImageException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new ImageException(
          "%s does not exist; check the path, or make it: ums image create --size 64M %s"
              .formatted(path, word(path)),
          e);
    } catch (AccessDeniedException e) {
      throw new ImageException(
          "%s lies in a directory that may not be searched by this user; check its permissions"
              .formatted(path),
          e);
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be looked at: %s; name a raw image file".formatted(path, reason(e)), e);
    }
  }

  private static ImageException special(Path path) {
    return new ImageException(
        "%s is a special file or lies in /dev; copy it into an ordinary one: dd if=%s of=disk.img bs=1M"
            .formatted(path, word(path)));
  }
}
