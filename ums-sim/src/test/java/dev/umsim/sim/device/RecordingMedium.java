package dev.umsim.sim.device;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import java.util.ArrayList;
import java.util.List;

/** A medium that remembers which blocks were written. */
final class RecordingMedium implements Medium {
  /** Blocks that an access has written. */
  record Written(long first, int count) {}

  private final Medium inner;
  private final List<Written> written = new ArrayList<>();

  RecordingMedium(Medium inner) {
    this.inner = inner;
  }

  List<Written> written() {
    return written;
  }

  @Override
  public int blockSize() {
    return inner.blockSize();
  }

  @Override
  public long blockCount() {
    return inner.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return inner.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    inner.read(access);
  }

  @Override
  public void write(BlockAccess access) {
    written.add(new Written(access.firstBlock(), access.blockCount()));
    inner.write(access);
  }

  @Override
  public void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }
}
