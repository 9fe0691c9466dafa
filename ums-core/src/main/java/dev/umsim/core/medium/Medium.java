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

  /**
   * Whether blocks can be given back by {@link #deallocate}, and then read as zeros (SBC-3, section
   * 4.7, "thin provisioning").
   */
  default boolean thin() {
    return false;
  }

  /**
   * Gives the blocks of the access back; afterwards they read as zeros. Only a {@link #thin()}
   * medium can do this.
   */
  default void deallocate(BlockAccess access) {
    throw new UnsupportedOperationException("this medium gives no blocks back");
  }

  /** What holds for a block and those behind it: whether they are allocated. */
  default Extent extentAt(long block) {
    return new Extent(blockCount() - block, true);
  }

  /**
   * A row of blocks of which the same holds.
   *
   * @param blockCount how many, at least 1; unsigned
   * @param allocated whether they take room, or read as zeros without taking any
   */
  record Extent(long blockCount, boolean allocated) {}
}
