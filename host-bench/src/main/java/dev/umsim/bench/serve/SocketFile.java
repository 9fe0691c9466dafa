package dev.umsim.bench.serve;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file by which a local socket is found, for its owner alone from its first moment on.
 *
 * <p>The socket is bound in a folder that only its owner can enter, and gets its name by a link
 * afterwards, which replaces nothing. A socket that is there already goes if nobody listens on it;
 * whatever else is there stays.
 */
final class SocketFile {
  private static final int FILE_TYPE = 0xf000;
  private static final int SOCKET = 0xc000;

  private final Path path;
  private final Object identity;

  private SocketFile(Path path, Object identity) {
    this.path = path;
    this.identity = identity;
  }

  /** Binds a server to a path. */
  static SocketFile bind(Path path, ServerSocketChannel server) throws IOException {
    removeDead(path);
    try {
      return bound(path, server);
    } catch (FileAlreadyExistsException e) {
      throw taken(path);
    } catch (IOException e) {
      throw new IOException(
          path
              + " cannot be a control socket: "
              + (e instanceof NoSuchFileException
                  ? "its folder does not exist"
                  : String.valueOf(e.getMessage()))
              + "; choose another path",
          e);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new IOException(path + " cannot be a control socket; choose another path", e);
    }
  }

  private static SocketFile bound(Path path, ServerSocketChannel server) throws IOException {
    var folder =
        Files.createTempDirectory(
            path.toAbsolutePath().getParent(),
            ".ums",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var hidden = folder.resolve("s");
    try {
      server.bind(UnixDomainSocketAddress.of(hidden));
      Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-------"));
      Files.createLink(path, hidden);
      return new SocketFile(path, identity(path));
    } finally {
      Files.deleteIfExists(hidden);
      Files.delete(folder);
    }
  }

  private static Object identity(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private static void removeDead(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & FILE_TYPE) != SOCKET) {
      throw new IOException(path + " exists and is no socket; choose a path that is free");
    }
    if (isAlive(path)) {
      throw taken(path);
    }
    Files.deleteIfExists(path);
  }

  private static IOException taken(Path path) {
    return new IOException(
        path + " is the control socket of another server; choose one of your own");
  }

  private static boolean isAlive(Path path) {
    try (var probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Deletes the file, if it still is this socket. */
  void delete() throws IOException {
    try {
      if (identity(path).equals(identity)) {
        Files.delete(path);
      }
    } catch (NoSuchFileException e) {
      // Somebody was faster.
    }
  }
}
