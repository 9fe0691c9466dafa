package dev.umsim.core.usb;

import io.netty.buffer.ByteBuf;
import java.util.Objects;

/**
 * Memory that a device lays open to a pipe: bytes to send, or room to receive.
 *
 * <p>Armed on a {@link BulkPipe}, it ends when all bytes went, when the room is full, or when a
 * short packet came, and its owner is told. It may then be armed again.
 */
public final class DeviceBuffer {
  private enum State {
    IDLE,
    ARMED,
    ENDED
  }

  private final Runnable whenEnded;
  private final Runnable announcement = this::announce;
  private State state = State.IDLE;

  @SuppressWarnings("NullAway.Init")
  private BulkPipe pipe;

  @SuppressWarnings("NullAway.Init")
  private ByteBuf memory;

  private int index;
  private int length;
  private int movedBytes;
  private int lostBytes;
  private boolean endedShort;

  /**
   * @param whenEnded told when the buffer has ended, never from inside the call that armed it
   */
  public DeviceBuffer(Runnable whenEnded) {
    this.whenEnded = Objects.requireNonNull(whenEnded);
  }

  /** Sets the memory: {@code length} bytes of {@code memory} from {@code index} on. */
  public DeviceBuffer of(ByteBuf memory, int index, int length) {
    if (state != State.IDLE) {
      throw new IllegalStateException("the buffer is armed");
    }
    if (length < 0 || index < 0 || index > memory.capacity() - length) {
      throw new IllegalArgumentException(
          length + " bytes from " + index + " do not lie within " + memory.capacity());
    }
    this.memory = memory;
    this.index = index;
    this.length = length;
    return this;
  }

  /** Bytes that went over. */
  public int movedBytes() {
    return movedBytes;
  }

  /** Bytes of the last packet for which there was no room, and which are lost. */
  public int lostBytes() {
    return lostBytes;
  }

  /** Whether the last packet that was received was shorter than a packet can be. */
  public boolean endedShort() {
    return endedShort;
  }

  /** Takes the buffer back from the pipe; its owner is not told any more. */
  public void withdraw() {
    if (state == State.ARMED) {
      pipe.forget(this);
    }
    state = State.IDLE;
  }

  /**
   * Makes way for what its owner arms in its place. A buffer that has ended by now keeps its end,
   * and its owner is told.
   *
   * @return whether it may be armed again at once
   */
  public boolean giveWay() {
    if (state == State.ARMED) {
      pipe.forget(this);
    }
    if (state == State.ARMED) {
      state = State.IDLE;
    }
    return state == State.IDLE;
  }

  void armedOn(BulkPipe pipe) {
    if (state != State.IDLE) {
      throw new IllegalStateException("the buffer is armed already");
    }
    this.pipe = pipe;
    state = State.ARMED;
    movedBytes = 0;
    lostBytes = 0;
    endedShort = false;
  }

  int remaining() {
    return length - movedBytes;
  }

  void copyTo(ByteBuf target, int targetIndex, int bytes) {
    target.setBytes(targetIndex, memory, index + movedBytes, bytes);
    movedBytes += bytes;
  }

  void copyFrom(ByteBuf source, int sourceIndex, int bytes, boolean lastIsShort) {
    int fitting = Math.min(bytes, remaining());
    memory.setBytes(index + movedBytes, source, sourceIndex, fitting);
    movedBytes += fitting;
    lostBytes = bytes - fitting;
    endedShort = lastIsShort;
  }

  /** Bytes went that the host threw away. */
  void skip(int bytes) {
    movedBytes += bytes;
  }

  Runnable ended() {
    state = State.ENDED;
    return announcement;
  }

  private void announce() {
    // Withdrawn, and perhaps armed anew, after it had ended: then this end is nobody's business.
    if (state == State.ENDED) {
      state = State.IDLE;
      whenEnded.run();
    }
  }
}
