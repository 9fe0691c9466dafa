package dev.umsim.sim.medium;

import static dev.umsim.sim.medium.ImageException.reason;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file that is open and locked: for writing against everyone else, for reading against writers.
 *
 * <p>Locks of POSIX systems belong to the process, and closing any descriptor of the file gives all
 * of them up. So a file is opened only once in this program: its readers share one channel, and who
 * is refused is refused before he opens anything.
 */
final class LockedFile implements ImageChannel {
  private static final Map<Object, Held> HELD = new HashMap<>();

  private final Held held;
  private volatile boolean closed;

  /** One open file of this program and how many use it. */
  private static final class Held {
    final Object key;
    final OpenFile file;
    final boolean writable;
    int users;

    Held(Object key, FileChannel channel, boolean writable) {
      this.key = key;
      this.file = new OpenFile(channel);
      this.writable = writable;
    }
  }

  private LockedFile(Held held) {
    this.held = held;
    held.users++;
  }

  /** Opens an existing regular file; {@code writable} keeps everyone else out. */
  static LockedFile open(Path path, boolean writable) throws ImageException {
    return open(path, writable, OrdinaryFile::at);
  }

  /** Looks at what is at a path. */
  @FunctionalInterface
  interface Look {
    OrdinaryFile at(Path path) throws ImageException;
  }

  /** The same, with what else may be refused. */
  static LockedFile open(Path path, boolean writable, Look look) throws ImageException {
    synchronized (HELD) {
      var ordinary = look.at(path);
      var held = HELD.get(ordinary.key());
      if (held == null) {
        var channel = lockedChannel(path, ordinary, writable, look);
        held = new Held(ordinary.key(), channel, writable);
        HELD.put(held.key, held);
      } else if (writable || held.writable) {
        throw new FileInUseException(
            path + " is in use already in this program; use a copy of it, or both read-only");
      }
      return new LockedFile(held);
    }
  }

  private static FileChannel lockedChannel(
      Path path, OrdinaryFile ordinary, boolean writable, Look look) throws ImageException {
    var channel = openChannel(path, ordinary.real(), writable);
    try {
      lock(path, channel, writable);
      // Whoever held the lock until now may have put another file in place of this one.
      if (!look.at(path).key().equals(ordinary.key())) {
        throw new ImageException(path + " was replaced while it was being opened; try again");
      }
      return channel;
    } catch (ImageException refusal) {
      try {
        channel.close();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  private static FileChannel openChannel(Path path, Path real, boolean writable)
      throws ImageException {
    try {
      return writable
          ? FileChannel.open(real, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))
          : FileChannel.open(real, Set.of(StandardOpenOption.READ));
    } catch (AccessDeniedException e) {
      throw new ImageException(
          Files.isReadable(real)
              ? "%s may not be written by this user; use it read-only, or a copy".formatted(path)
              : "%s may not be read by this user; check its permissions".formatted(path),
          e);
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be opened: %s; use a copy of it elsewhere%s"
              .formatted(path, reason(e), writable ? ", or use it read-only" : ""),
          e);
    }
  }

  private static void lock(Path path, FileChannel channel, boolean writable) throws ImageException {
    try {
      if (channel.tryLock(0, Long.MAX_VALUE, !writable) == null) {
        throw new FileInUseException(
            path + " is in use by another program; end that one, or use a copy of the file");
      }
    } catch (OverlappingFileLockException e) {
      throw new FileInUseException(path + " is in use already in this program; use a copy of it");
    } catch (ImageException e) {
      throw e;
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be locked: %s; use a copy on a local disk".formatted(path, reason(e)), e);
    }
  }

  private OpenFile file() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
    return held.file;
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    return file().read(into, position);
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    return file().write(from, position);
  }

  @Override
  public long size() throws IOException {
    return file().size();
  }

  /** Takes all content away. */
  void clear() throws IOException {
    file().file().truncate(0);
  }

  @Override
  public void force(boolean metadata) throws IOException {
    file().force(metadata);
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (closed) {
        return;
      }
      closed = true;
      if (--held.users == 0) {
        HELD.remove(held.key);
        held.file.close();
      }
    }
  }
}
