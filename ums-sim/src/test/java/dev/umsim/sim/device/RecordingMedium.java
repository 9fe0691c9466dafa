package dev.umsim.sim.device;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import java.util.ArrayList;
import java.util.List;

/** A medium that remembers which blocks were written. */
final class RecordingMedium extends ForwardingMedium {
  /** Blocks that an access has written. */
  record Written(long first, int count) {}

  private final List<Written> written = new ArrayList<>();

  RecordingMedium(Medium inner) {
    super(inner);
  }

  List<Written> written() {
    return written;
  }

  @Override
  public void write(BlockAccess access) {
    written.add(new Written(access.firstBlock(), access.blockCount()));
    inner.write(access);
  }
}
