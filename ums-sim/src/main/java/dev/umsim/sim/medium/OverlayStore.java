package dev.umsim.sim.medium;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Where an overlay keeps the blocks that were written, and which they are. */
interface OverlayStore extends Closeable {
  /** The blocks that were written. */
  BlockMap written();

  /** Reads blocks that were written; returns how many went well, as {@link BlockFile#read}. */
  int read(long block, int blocks, ByteBuf into, int index);

  /** Writes blocks; those that went well, whose number it returns, are written from now on. */
  int write(long block, int blocks, ByteBuf from, int index);

  /** Makes durable which blocks were written and what they hold. */
  void synchronize() throws IOException;

  /** Why one of these failed last. */
  Optional<IOException> lastFailure();
}
