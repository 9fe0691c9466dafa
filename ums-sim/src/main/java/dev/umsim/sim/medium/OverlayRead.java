package dev.umsim.sim.medium;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;

/** A read of which some blocks are in the overlay and others in the base, run by run. */
final class OverlayRead {
  private final BlockAccess access;
  private final OverlayStore store;
  private final int blockSize;
  private final Pieces basePieces;
  private int done;
  private int run;

  OverlayRead(BlockAccess access, OverlayStore store, Medium base, BlockAccessPool pool) {
    this.access = access;
    this.store = store;
    blockSize = base.blockSize();
    basePieces = new Pieces(base, pool, access, Pieces.Direction.READ);
  }

  /** Reads run by run, until the access is finished or the base has to be waited for. */
  void start() {
    while (done < access.blockCount()) {
      long block = access.firstBlock() + done;
      run = store.written().run(block, access.blockCount() - done);
      int good;
      boolean ofStore = store.written().contains(block);
      if (ofStore) {
        good = store.read(block, run, access.memory(), done * blockSize);
      } else if (basePieces.move(done, run, this::resume)) {
        good = basePieces.moved();
      } else {
        return;
      }
      if (!advance(good, ofStore ? block + good : basePieces.failedBlock())) {
        return;
      }
    }
    access.succeed();
  }

  private void resume() {
    if (advance(basePieces.moved(), basePieces.failedBlock())) {
      start();
    }
  }

  private boolean advance(int good, long failedBlock) {
    done += good;
    if (good < run) {
      access.fail(failedBlock, done);
      return false;
    }
    return true;
  }
}
