package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * A medium that keeps writes aside: blocks that were written come from the overlay, all others from
 * the base, which is never written and may be write-protected.
 *
 * <p>It gives no blocks back, whatever the base does: a block of zeros takes as much room in the
 * overlay as any other.
 *
 * <p>The base may take its time. As with {@link FileMedium}, an access that the operating system
 * fails ends at its first bad block, the medium lives on, and {@link #lastFailure()} tells why.
 * {@link KeptOverlay#open} makes one whose overlay is found again later.
 */
public final class OverlayMedium implements Medium, AutoCloseable {
  private final Medium base;
  private final Geometry geometry;
  private final OverlayStore store;
  private final Closeable ownBase;
  private final BlockAccessPool pool = Pieces.pool();

  /**
   * @param ownBase what is closed together with this medium
   */
  OverlayMedium(Medium base, OverlayStore store, Closeable ownBase) {
    this.base = base;
    this.store = store;
    this.ownBase = ownBase;
    geometry = new Geometry(base.blockSize(), base.blockCount());
  }

  /**
   * Puts an overlay over a medium that is gone when it is closed. It takes as much of the directory
   * for temporary files as is written, and one bit of memory for each block. It does not close the
   * base.
   *
   * @throws ImageException if no temporary file can be made, or the base is larger than 8 TiB
   */
  public static OverlayMedium temporary(Medium base) throws ImageException {
    var geometry = new Geometry(base.blockSize(), base.blockCount());
    if (Long.compareUnsigned(geometry.blockCount(), OverlayHeader.MOST_BYTES / geometry.blockSize())
        > 0) {
      throw new ImageException("an overlay covers 8 TiB at most; use a smaller medium");
    }
    return new OverlayMedium(base, TemporaryOverlay.create(geometry), () -> {});
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
    return false;
  }

  /** How many blocks were written and so are in the overlay. */
  public long writtenBlocks() {
    return store.written().writtenBlocks();
  }

  /** Why the overlay failed an access last; stays after later ones have succeeded. */
  public Optional<IOException> lastFailure() {
    return store.lastFailure();
  }

  @Override
  public void read(BlockAccess access) {
    geometry.check(access);
    long first = access.firstBlock();
    int blocks = access.blockCount();
    if (blocks == 0) {
      access.succeed();
    } else if (store.written().run(first, blocks) < blocks) {
      new OverlayRead(access, store, base, pool).start();
    } else if (store.written().contains(first)) {
      BlockFile.end(access, store.read(first, blocks, access.memory(), 0));
    } else {
      base.read(access);
    }
  }

  @Override
  public void write(BlockAccess access) {
    geometry.check(access);
    int blocks = access.blockCount();
    int good = store.write(access.firstBlock(), blocks, access.memory(), 0);
    if (good == blocks && access.forceUnitAccess()) {
      synchronize(access);
    } else {
      BlockFile.end(access, good);
    }
  }

  /** Makes a kept overlay durable; the base has nothing to make durable. */
  @Override
  public void synchronize(BlockAccess access) {
    try {
      store.synchronize();
      access.succeed();
    } catch (IOException e) {
      access.fail(access.firstBlock());
    }
  }

  /** Synchronizes and closes the overlay, and the base if the overlay was opened with it. */
  @Override
  public void close() throws IOException {
    pool.close();
    try (ownBase) {
      store.close();
    }
  }
}
