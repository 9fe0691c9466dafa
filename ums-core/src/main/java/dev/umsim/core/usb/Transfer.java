package dev.umsim.core.usb;

import io.netty.buffer.ByteBuf;
import java.util.Objects;

/**
 * Something that a host wants moved over a link, and how that went.
 *
 * <p>A transfer belongs to whoever submits it. Between {@link UsbLink#submit} and its completion
 * its buffer must be left alone; afterwards it may be submitted again. Nobody keeps the buffer
 * after the completion.
 */
public abstract sealed class Transfer permits BulkTransfer, ControlTransfer {
  /** How a transfer ended. */
  public enum Status {
    /** Not submitted, or not ended yet. */
    PENDING,
    /** All went over, or the device ended it with a short packet. */
    OK,
    /** The endpoint is halted, or the device declines the request. */
    STALL,
    /** The device sent a packet larger than what was left of the transfer. */
    BABBLE,
    /** The host gave it up, or the port was reset. */
    CANCELLED,
    /** Nothing answers at this endpoint. */
    NO_RESPONSE,
    /** The device is gone. */
    DISCONNECTED
  }

  /** Is told once when a transfer has ended, never from inside the call that submitted it. */
  @FunctionalInterface
  public interface Completion {
    /** The transfer has its status, and its buffer is the submitter's again. */
    void completed(Transfer transfer);
  }

  private final Completion completion;
  private final Runnable announcement = this::announce;

  @SuppressWarnings("NullAway.Init")
  private ByteBuf buffer;

  private int bufferIndex;
  private int length;
  private int movedBytes;
  private boolean submitted;
  private Status status = Status.PENDING;

  Transfer(Completion completion) {
    this.completion = Objects.requireNonNull(completion);
  }

  /** Sets what a transfer moves: {@code length} bytes of {@code buffer} from {@code index} on. */
  final void setData(ByteBuf buffer, int index, int length) {
    if (submitted) {
      throw new IllegalStateException("the transfer is still on its way");
    }
    if (length < 0 || index < 0 || index > buffer.capacity() - length) {
      throw new IllegalArgumentException(
          length + " bytes from " + index + " do not lie within " + buffer.capacity());
    }
    this.buffer = buffer;
    this.bufferIndex = index;
    this.length = length;
  }

  /** Whether it has been submitted and its completion not been told yet. */
  public final boolean submitted() {
    return submitted;
  }

  /** The data to send, or the room for data that comes. */
  public final ByteBuf buffer() {
    return buffer;
  }

  /** Index of the first byte in {@link #buffer()}. */
  public final int bufferIndex() {
    return bufferIndex;
  }

  /** Bytes asked for or offered. */
  public final int length() {
    return length;
  }

  /** Bytes that went over, 0 to {@link #length()}. */
  public final int movedBytes() {
    return movedBytes;
  }

  /** How it ended; {@link Status#PENDING} while it has not. */
  public final Status status() {
    return status;
  }

  /** Called by a maker of links when it takes the transfer. */
  public final void begin() {
    if (submitted) {
      throw new IllegalStateException("the transfer is still on its way");
    }
    submitted = true;
    status = Status.PENDING;
    movedBytes = 0;
  }

  /** Called by a maker of links: bytes have gone over. */
  public final void moved(int bytes) {
    movedBytes += bytes;
  }

  /**
   * Called by a maker of links when the transfer has ended; it then has to run {@link
   * #announcement()} once, later than this call.
   */
  public final void end(Status how) {
    if (!submitted || status != Status.PENDING) {
      throw new IllegalStateException("a transfer ends once, after it was submitted");
    }
    status = how;
  }

  /** Tells the submitter. The same object for the whole life of the transfer. */
  public final Runnable announcement() {
    return announcement;
  }

  private void announce() {
    submitted = false;
    completion.completed(this);
  }
}
