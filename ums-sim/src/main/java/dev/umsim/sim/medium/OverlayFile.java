package dev.umsim.sim.medium;

import static dev.umsim.sim.medium.ImageException.reason;
import static dev.umsim.sim.medium.ImageException.word;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An overlay in a file that is kept: an {@link OverlayHeader}, the {@link BlockMap}, and room for
 * every block at its place, with holes where none was written.
 *
 * <p>The map in the file never says more than is true: a synchronization makes the blocks durable
 * first and writes the pages of the map that have changed after that. Bits are set and never
 * cleared, so that a page of which a crash has left a part is still right.
 *
 * <p>A page of the map has its room in the file before the first block that it is about is written:
 * a disk that fills up refuses a write then, and not the synchronization that makes it count.
 */
final class OverlayFile implements OverlayStore {
  private static final int SECTOR_BYTES = 512;

  private final Path path;
  private final ImageChannel channel;
  private final OverlayHeader header;
  private final Optional<ImageStamp> committed;
  private final BlockMap written;
  private final BlockFile blocks;
  private final ByteBuffer mapPage = ByteBuffer.allocateDirect(BlockMap.PAGE_BYTES);

  /** Pages of the map that have their room in the file. */
  private final BitSet roomyPages = new BitSet();

  private boolean changed;
  private @Nullable IOException lostBlocks;

  private OverlayFile(Path path, ImageChannel channel, OverlayHeader header, ByteBuffer bytes) {
    this.path = path;
    this.channel = channel;
    this.header = header;
    committed = OverlayHeader.decodeCommitted(bytes);
    written = new BlockMap(header.geometry().blockCount());
    blocks =
        new BlockFile(channel, header.geometry().blockSize(), mapPosition(written.pageCount()));
  }

  /**
   * Whether a file was made to become an overlay but never got its header: its length may have
   * become durable before its content did.
   */
  static boolean isNew(ImageChannel channel) throws IOException {
    long length = channel.size();
    if (length > OverlayHeader.BYTES) {
      return false;
    }
    var bytes = ByteBuffer.allocate((int) length);
    channel.readFully(bytes, 0);
    return bytes.flip().mismatch(ByteBuffer.allocate((int) length)) < 0;
  }

  /** Makes an overlay without blocks of a file that {@link #isNew}. */
  static void begin(ImageChannel channel, OverlayHeader header) throws IOException {
    channel.writeFully(header.encode(), 0);
    channel.force(true);
  }

  /** Opens an overlay over a channel that stays open if it is refused. */
  static OverlayFile open(Path path, ImageChannel channel) throws ImageException {
    try {
      var bytes = ByteBuffer.allocate(OverlayHeader.BYTES);
      if (channel.size() >= OverlayHeader.BYTES) {
        channel.readFully(bytes, 0);
      }
      if (!OverlayHeader.begins(bytes)) {
        throw unusable(path, "is not an overlay");
      }
      if (OverlayHeader.version(bytes) != OverlayHeader.VERSION) {
        throw new ImageException(path + " was made by a later version of umsim; use that one");
      }
      var header = OverlayHeader.decode(bytes).orElseThrow(() -> damaged(path, "its header"));
      var overlay = new OverlayFile(path, channel, header, bytes);
      overlay.loadMap();
      return overlay;
    } catch (ImageException e) {
      throw e;
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be read: %s; use a copy of it elsewhere".formatted(path, reason(e)), e);
    }
  }

  private void loadMap() throws IOException {
    long length = channel.size();
    for (int page = 0; page < written.pageCount() && mapPosition(page + 1) <= length; page++) {
      channel.readFully(mapPage.clear(), mapPosition(page));
      if (!written.load(page, mapPage)) {
        throw damaged(path, "its map");
      }
      roomyPages.set(page, !written.isEmpty(page));
    }
    long mapEnd = mapPosition(written.pageCount());
    long blocksEnd = mapEnd + (written.lastWritten() + 1) * header.geometry().blockSize();
    // Blocks are durable before the map is written, so that a map without its end was cut off.
    if (length > OverlayHeader.BYTES && length < blocksEnd) {
      throw damaged(path, "its end is missing: %d bytes of %d".formatted(length, blocksEnd));
    }
  }

  OverlayHeader header() {
    return header;
  }

  /** Whether a commit of this overlay made this image, so that only its deletion is missing. */
  boolean isIn(ImageStamp image) {
    return !image.equals(header.base()) && committed.equals(Optional.of(image));
  }

  /** Refuses an image that is not the one that the overlay was made for. */
  void checkBase(Path image, ImageStamp stamp) throws ImageException {
    var base = header.base();
    if (!stamp.equals(base)) {
      var sameContent =
          stamp.lengthBytes() == base.lengthBytes()
              ? " (if only its time changed: touch -d %s %s)"
                  .formatted(base.lastModified(), word(image))
              : "";
      throw new ImageException(
          "%s was made for an image of %s, but %s has %s; put that image back%s, or give the overlay up: rm %s"
              .formatted(path, base, image, stamp, sameContent, word(path)));
    }
  }

  /** Notes durably as which image this overlay is about to be committed. */
  void markCommitted(ImageStamp image) throws IOException {
    channel.writeFully(OverlayHeader.encodeCommitted(image), OverlayHeader.COMMITTED_AT);
    channel.force(false);
  }

  @Override
  public BlockMap written() {
    return written;
  }

  @Override
  public int read(long block, int count, ByteBuf into, int index) {
    return blocks.read(block, count, into, index);
  }

  @Override
  public int write(long block, int count, ByteBuf from, int index) {
    try {
      makeRoomInMap(block, count);
    } catch (IOException e) {
      blocks.failed(e);
      return 0;
    }
    changed = true;
    int good = blocks.write(block, count, from, index);
    written.add(block, good);
    return good;
  }

  private void makeRoomInMap(long block, int count) throws IOException {
    int last = (int) ((block + count - 1) / BlockMap.PAGE_BLOCKS);
    for (int page = (int) (block / BlockMap.PAGE_BLOCKS); page <= last; page++) {
      if (!roomyPages.get(page)) {
        reachMapsEnd();
        // Zeros, as no block of this page is written yet.
        channel.writeFully(ByteBuffer.allocate(BlockMap.PAGE_BYTES), mapPosition(page));
        roomyPages.set(page);
      }
    }
  }

  /**
   * A file that ends within its map counts as cut off. One sector is written wholly or not at all,
   * so that no crash makes the file look like that.
   */
  private void reachMapsEnd() throws IOException {
    long end = mapPosition(written.pageCount());
    if (channel.size() < end) {
      channel.writeFully(ByteBuffer.allocate(SECTOR_BYTES), end - SECTOR_BYTES);
      channel.force(true);
    }
  }

  @Override
  public void synchronize() throws IOException {
    if (!changed) {
      return;
    }
    forceBlocks();
    try {
      for (int page = written.nextChangedPage(0); page >= 0; ) {
        written.store(page, mapPage);
        channel.writeFully(mapPage.clear(), mapPosition(page));
        page = written.nextChangedPage(page + 1);
      }
      channel.force(false);
    } catch (IOException e) {
      blocks.failed(e);
      throw e;
    }
    written.allStored();
    changed = false;
  }

  /**
   * An operating system that could not write blocks may forget them and report the next attempt as
   * good. A map that was written then would vouch for blocks that are gone.
   */
  private void forceBlocks() throws IOException {
    try {
      if (lostBlocks != null) {
        throw new IOException("an earlier synchronization lost blocks", lostBlocks);
      }
      channel.force(false);
    } catch (IOException e) {
      lostBlocks = lostBlocks == null ? e : lostBlocks;
      blocks.failed(e);
      throw e;
    }
  }

  @Override
  public Optional<IOException> lastFailure() {
    return blocks.lastFailure();
  }

  /** Synchronizes, and closes even if that fails. */
  @Override
  public void close() throws IOException {
    try (channel) {
      synchronize();
    }
  }

  private static long mapPosition(int page) {
    return OverlayHeader.BYTES + (long) page * BlockMap.PAGE_BYTES;
  }

  private static ImageException damaged(Path path, String what) {
    return unusable(path, "is damaged, " + what);
  }

  private static ImageException unusable(Path path, String what) {
    return new ImageException(
        "%s %s; move it away: mv %s %s"
            .formatted(path, what, word(path), word(Path.of(path + ".old"))));
  }
}
