package example;

import java.util.ArrayList;
import java.util.List;

/** Reads a disk block by block, and goes on where a block cannot be read. */
public final class Backup {
  /** Where blocks come from; null for one that cannot be read. */
  @FunctionalInterface
  public interface Source {
    byte[] read(long block) throws Exception;
  }

  private Backup() {}

  /** The numbers of the blocks that could not be read. */
  public static List<Long> badBlocks(Source source, long blockCount) throws Exception {
    var bad = new ArrayList<Long>();
    for (long block = 0; block < blockCount; block++) {
      if (source.read(block) == null) {
        bad.add(block);
      }
    }
    return bad;
  }
}
