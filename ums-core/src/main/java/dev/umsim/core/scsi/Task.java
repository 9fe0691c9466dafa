package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command under way in a logical unit (SAM-5, section 4.5.31, "task"): an intent being carried
 * out.
 *
 * <p>A transport drives it. It learns which way data would go and how much, asks for one chunk
 * after the other with {@link #next}, says with {@link #moved} what has gone, and at last asks for
 * the end with {@link #finish}. Each of these returns whether the step is done; one that is not is
 * followed by a call of the {@code resume} action that the task was begun with. Memory of a chunk
 * stays valid until the next step.
 *
 * <p>A task that a reset gives up is {@linkplain #abandon() abandoned} and calls nobody any more.
 */
public abstract class Task {
  /** Which way the data of a command goes, seen from the host. */
  public enum Flow {
    NONE,
    IN,
    OUT
  }

  private final Flow flow;
  private final long length;
  private final boolean shortenable;

  @SuppressWarnings("NullAway.Init")
  private ByteBuf chunk;

  private int chunkIndex;
  private int chunkBytes;
  private @Nullable SenseData senseData;

  Task(Flow flow, long length, boolean shortenable) {
    this.flow = length == 0 ? Flow.NONE : flow;
    this.length = length;
    this.shortenable = shortenable;
  }

  /** Which way the data goes; NONE if there is none. */
  public final Flow flow() {
    return flow;
  }

  /** How many bytes it will move if all goes well: Di or Do of BOT 1.0, section 6.7. */
  public final long length() {
    return length;
  }

  /** Whether the host may ask for less, or send less, without that being an error. */
  public final boolean shortenable() {
    return shortenable;
  }

  /**
   * Prepares the next chunk: bytes to send, or room to receive. None is left, and {@link
   * #chunkBytes()} is 0, when the data has ended early because something failed.
   *
   * @param limit how many bytes at most, at least 1
   * @return whether the chunk is there now
   */
  public abstract boolean next(long limit);

  /** Memory of the chunk. */
  public final ByteBuf chunk() {
    return chunk;
  }

  /** Index of the chunk's first byte in {@link #chunk()}. */
  public final int chunkIndex() {
    return chunkIndex;
  }

  /** Bytes in the chunk. */
  public final int chunkBytes() {
    return chunkBytes;
  }

  /**
   * Bytes of the chunk have been sent, or received into it.
   *
   * @return whether the task is done with them
   */
  public abstract boolean moved(int bytes);

  /** Bytes that were of use: sent from the reply or the medium, or received and processed. */
  public abstract long processedBytes();

  /**
   * Ends the command; no more data will move.
   *
   * @return whether the status is known now
   */
  public abstract boolean finish();

  /** Gives the task up. Its memory goes back as soon as the medium is done with it. */
  public abstract void abandon();

  /** Whether it has ended, or is going to end, with CHECK CONDITION. */
  public boolean failed() {
    return senseData != null;
  }

  /** Why it has failed, if it has. */
  public final Optional<SenseData> failure() {
    return Optional.ofNullable(senseData());
  }

  /** Why it failed, or null. */
  @Nullable SenseData senseData() {
    return senseData;
  }

  final void fail(SenseData why) {
    senseData = why;
  }

  final void chunk(ByteBuf memory, int index, int bytes) {
    chunk = memory;
    chunkIndex = index;
    chunkBytes = bytes;
  }

  final void noChunk() {
    chunkBytes = 0;
  }
}
