package dev.umsim.core.medium;

/**
 * Where blocks live: a row of equal blocks that can be read, written and made durable on request.
 *
 * <p>Each request hands over a {@link BlockAccess}. The medium ends it exactly once, by {@link
 * BlockAccess#succeed()} or {@link BlockAccess#fail(long)}, either before the call returns or at
 * any later moment. The caller looks at {@link BlockAccess#finished()} after the call and otherwise
 * waits to be told, and so need not know whether time is passing.
 *
 * <p>One thread at a time uses a medium. The caller keeps every access inside {@code 0 ..
 * blockCount()}, and writes nothing to a medium that is {@link #writeProtected()}; a medium answers
 * a breach of this with {@link IllegalArgumentException}.
 */
public interface Medium {
  /** Bytes in a block: a power of two from 512 to 4096. */
  int blockSize();

  /** Number of blocks, at least 1; unsigned, so that a medium may have 2<sup>63</sup> and more. */
  long blockCount();

  /** Whether writes are refused. */
  boolean writeProtected();

  /** Reads the blocks of the access into its memory, or lends memory of its own that holds them. */
  void read(BlockAccess access);

  /**
   * Writes the blocks of the access from its memory. With {@link BlockAccess#forceUnitAccess()}
   * they are durable when it succeeds.
   */
  void write(BlockAccess access);

  /** Makes durable all that has been written; the range of the access is of no account. */
  void synchronize(BlockAccess access);
}
