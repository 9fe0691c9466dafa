package dev.umsim.sim.medium;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The steps on the file systems of this computer. */
final class DiskSteps implements FileSteps {
  @Override
  public ImageChannel open(Path file, boolean writable) throws ImageException {
    return LockedFile.open(file, writable);
  }

  @Override
  public ImageChannel create(Path file, long length) throws IOException {
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var channel =
        isPosix(file)
            ? FileChannel.open(
                file,
                options,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
            : FileChannel.open(file, options);
    // A channel only grows by writing, which would take space.
    try (var hole = new RandomAccessFile(file.toFile(), "rw")) {
      hole.setLength(length);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return new OpenFile(channel);
  }

  /**
   * Java can neither tell where a file has holes, so that it would read them all, nor share the
   * blocks of two files; GNU cp can.
   */
  @Override
  public boolean copy(Path from, Path to) {
    try {
      var copying =
          new ProcessBuilder(
                  "cp", "--reflink=auto", "--sparse=auto", "--", from.toString(), to.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return copying.onExit().join().exitValue() == 0;
    } catch (IOException e) {
      // There is no such program.
      return false;
    }
  }

  @Override
  public void copyAttributes(Path from, Path to) throws IOException {
    if (!isPosix(from)) {
      return;
    }
    // Extended attributes are left behind: to read them Java opens and closes the file, and that
    // gives up the lock that keeps others from writing to the old image.
    var wanted = Files.readAttributes(from, PosixFileAttributes.class);
    var view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    var present = view.readAttributes();
    // Only the superuser may name an owner, even the present one.
    if (!wanted.owner().equals(present.owner())) {
      view.setOwner(wanted.owner());
    }
    if (!wanted.group().equals(present.group())) {
      view.setGroup(wanted.group());
    }
    view.setPermissions(wanted.permissions());
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void forceDirectoryOf(Path file) throws IOException {
    var directory = requireNonNull(file.toAbsolutePath().getParent());
    // Other systems than POSIX ones do not open directories.
    if (isPosix(directory)) {
      try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
