package dev.umsim.bench.copy;

import dev.umsim.core.host.HostException;
import io.netty.buffer.ByteBuf;

/** A place from which blocks can be had. */
@FunctionalInterface
interface BlockSource {
  /**
   * Reads blocks to the beginning of a buffer.
   *
   * @return whether all of them could be read
   */
  boolean read(long firstBlock, int blockCount, ByteBuf into) throws HostException;
}
