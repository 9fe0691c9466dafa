package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.capture.Capture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A raw image file: block N stands at byte N × block size, and nothing else is in the file.
 *
 * <p>The file is locked as long as it is open: a writable one against everybody, a read-only one
 * against writers. It keeps its length and, where nothing is written, its holes. An access that the
 * operating system fails ends as failed at its first bad block, and the medium lives on; {@link
 * #lastFailure()} tells why.
 *
 * <p>Calls block as long as the file does. A thread that waits in one must not be interrupted: that
 * would close the file. On POSIX systems a program gives up the lock of a file whenever it closes
 * the same file that it opened by other means.
 */
public final class FileMedium implements Medium, AutoCloseable {
  private final Path image;
  private final ImageChannel channel;
  private final BlockFile blocks;
  private final Geometry geometry;
  private final boolean writeProtected;

  private FileMedium(Path image, ImageChannel channel, Geometry geometry, boolean writeProtected) {
    this.image = image;
    this.channel = channel;
    this.geometry = geometry;
    this.writeProtected = writeProtected;
    blocks = new BlockFile(channel, geometry.blockSize(), 0);
  }

  /**
   * Opens an image for reading and writing, alone.
   *
   * @param blockSize bytes in a block, a power of two from 512 to 4096
   * @throws ImageException if there is no such file, it is not a regular one, is in use, may not be
   *     read and written, is empty, or is no multiple of the block size long
   */
  public static FileMedium open(Path image, int blockSize) throws ImageException {
    return of(image, LockedFile.open(image, true), blockSize, false);
  }

  /**
   * Opens an image for reading, together with other readers.
   *
   * @param blockSize bytes in a block, a power of two from 512 to 4096
   * @throws ImageException as {@link #open}, but that it need not be writable
   */
  public static FileMedium openReadOnly(Path image, int blockSize) throws ImageException {
    return of(image, LockedFile.open(image, false), blockSize, true);
  }

  /** A medium over a channel that it closes, even if it refuses it. */
  static FileMedium of(Path image, ImageChannel channel, int blockSize, boolean writeProtected)
      throws ImageException {
    try {
      refuseCapture(image, channel);
      return new FileMedium(image, channel, geometry(image, channel, blockSize), writeProtected);
    } catch (ImageException | RuntimeException refusal) {
      try {
        channel.close();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  private static Geometry geometry(Path image, ImageChannel channel, int blockSize)
      throws ImageException {
    long length = length(image, channel);
    if (length == 0) {
      throw new ImageException(
          "%s is empty, and no image; name another, or make one: ums image create"
              .formatted(image));
    }
    var geometry = new Geometry(blockSize, Math.max(1, length / blockSize));
    long remainder = length % blockSize;
    if (remainder != 0) {
      throw new ImageException(
          "%s has %d bytes, %d more than a multiple of the block size of %d; %suse a copy with %d bytes, if it is an image at all"
              .formatted(
                  image,
                  length,
                  remainder,
                  blockSize,
                  length % 512 == 0 ? "choose a smaller block size, or " : "",
                  length - remainder + blockSize));
    }
    return geometry;
  }

  private static void refuseCapture(Path image, ImageChannel channel) throws ImageException {
    var beginning = ByteBuffer.allocate(Capture.MAGIC_LENGTH);
    try {
      channel.read(beginning, 0);
    } catch (IOException e) {
      // Whoever reads its blocks is told.
      return;
    }
    if (Capture.isCapture(beginning.array())) {
      throw new ImageException(
          "%s is a capture of traffic and no image; see what is in it: ums explain %s"
              .formatted(image, ImageException.word(image)));
    }
  }

  private static long length(Path image, ImageChannel channel) throws ImageException {
    try {
      return channel.size();
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be used: %s; use a copy of it elsewhere"
              .formatted(image, ImageException.reason(e)),
          e);
    }
  }

  @Override
  public int blockSize() {
    return geometry.blockSize();
  }

  @Override
  public long blockCount() {
    return geometry.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return writeProtected;
  }

  /** Why an access failed last; stays after later ones have succeeded. */
  public Optional<IOException> lastFailure() {
    return blocks.lastFailure();
  }

  @Override
  public void read(BlockAccess access) {
    geometry.check(access);
    BlockFile.end(
        access, blocks.read(access.firstBlock(), access.blockCount(), access.memory(), 0));
  }

  @Override
  public void write(BlockAccess access) {
    geometry.check(access);
    if (writeProtected) {
      throw new IllegalArgumentException(image + " is write-protected");
    }
    long first = access.firstBlock();
    int inside = blocksInside(access);
    int good = inside == 0 ? 0 : blocks.write(first, inside, access.memory(), 0);
    if (good == access.blockCount() && access.forceUnitAccess()) {
      synchronize(access);
    } else {
      BlockFile.end(access, good);
    }
  }

  @Override
  public void synchronize(BlockAccess access) {
    try {
      if (!writeProtected) {
        channel.force(false);
      }
      access.succeed();
    } catch (IOException e) {
      blocks.failed(e);
      access.fail(access.firstBlock());
    }
  }

  /** Closes the file and gives up its lock; makes nothing durable that is not so yet. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** A file that somebody shortened must not be lengthened by writing behind its end. */
  private int blocksInside(BlockAccess access) {
    try {
      long length = channel.size();
      long inside = length / geometry.blockSize() - access.firstBlock();
      if (inside >= access.blockCount()) {
        return access.blockCount();
      }
      blocks.failed(
          new ImageException(
              "%s shrank from %d to %d bytes while it was in use; keep others from writing it"
                  .formatted(image, blockCount() * geometry.blockSize(), length)));
      return (int) Math.max(0, inside);
    } catch (IOException e) {
      blocks.failed(e);
      return 0;
    }
  }
}
