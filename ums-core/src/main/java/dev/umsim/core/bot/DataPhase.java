package dev.umsim.core.bot;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.scsi.Task;
import dev.umsim.core.scsi.Task.Flow;
import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.DeviceBuffer;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The data phase of a command: what both sides mean to move is moved, and of what the host has
 * announced beyond that the device makes an end (BOT 1.0, sections 6.7.1 to 6.7.3).
 *
 * <pre>
 *   begin --> SENDING ----> PADDING -----.
 *     | `---> RECEIVING --> DISCARDING --+--> over
 *     `----------------------------------'
 * </pre>
 *
 * <p>One object serves one command after the other. A halt is a matter of the pipe: the phase is
 * over with it, and what the device arms behind it waits until the host has cleared it.
 */
final class DataPhase {
  private enum State {
    OVER,
    SENDING,
    PADDING,
    RECEIVING,
    DISCARDING
  }

  /** Room for the data that is discarded, and zeros to pad with: a multiple of any packet. */
  private static final int SCRAP_BYTES = 16 * 1024;

  private final TransportChoices choices;
  private final Turnaround chunkTurnaround;
  private final Runnable whenOver;
  private final Runnable whenDropped;
  private final ByteBuf scrap = Unpooled.buffer(SCRAP_BYTES);
  private final DeviceBuffer buffer = new DeviceBuffer(this::moved);

  private State state = State.OVER;

  @SuppressWarnings("NullAway.Init")
  private BulkPipe bulkIn;

  @SuppressWarnings("NullAway.Init")
  private BulkPipe bulkOut;

  @SuppressWarnings("NullAway.Init")
  private CommandBlockWrapper wrapper;

  /** Null where nothing is carried out, and all that the host has announced has to be ended. */
  private @Nullable Task task;

  /** Bytes that may be moved for the command: no more than either side means. */
  private long allowedBytes;

  /**
   * Bytes that have gone over, padding and discarded ones included. A host that sends more than it
   * has announced can bring it past what was allowed.
   */
  private long movedBytes;

  /** The host ended its data with a short packet before all that it had announced. */
  private boolean endedByHost;

  /** Which phase it is, so that a chunk of one that was given up is not armed. */
  private int number;

  /** What {@link #resumed} goes on with when a step of the task has taken its time. */
  private @Nullable Runnable next;

  /**
   * @param chunkTurnaround from a chunk that has moved, and whose successor is ready, to arming
   *     that
   * @param whenOver is told that status may follow
   * @param whenDropped is told that the command is dropped in the middle, and no status follows
   */
  DataPhase(
      TransportChoices choices,
      Turnaround chunkTurnaround,
      Runnable whenOver,
      Runnable whenDropped) {
    this.choices = choices;
    this.chunkTurnaround = chunkTurnaround;
    this.whenOver = whenOver;
    this.whenDropped = whenDropped;
  }

  /** The pipes over which data goes from now on. */
  void connect(BulkPipe bulkIn, BulkPipe bulkOut) {
    this.bulkIn = bulkIn;
    this.bulkOut = bulkOut;
  }

  /**
   * Begins the phase of a command.
   *
   * @param task whose data is moved, or null if none is
   * @param allowedBytes of the task's data, 0 if it is not to be moved
   */
  void begin(CommandBlockWrapper wrapper, @Nullable Task task, long allowedBytes) {
    this.wrapper = wrapper;
    this.task = task;
    this.allowedBytes = allowedBytes;
    movedBytes = 0;
    endedByHost = false;
    switch (flowOf(wrapper)) {
      case NONE -> endNothing();
      case IN -> {
        state = State.SENDING;
        sendNext();
      }
      case OUT -> {
        state = State.RECEIVING;
        receiveNext();
      }
    }
  }

  /** The way of the data that a host announces. */
  static Flow flowOf(CommandBlockWrapper wrapper) {
    return wrapper.dataLength() == 0
        ? Flow.NONE
        : wrapper.direction() == Direction.IN ? Flow.IN : Flow.OUT;
  }

  /** The command is given up, and nobody is told. */
  void giveUp() {
    number++;
    state = State.OVER;
    next = null;
    buffer.withdraw();
  }

  /** Whether the host ended its data before all that it had announced. */
  boolean endedByHost() {
    return endedByHost;
  }

  /** How far it has come; it may be over. */
  DataSoFar soFar() {
    return DataSoFar.of(movedBytes, task, endedByHost);
  }

  private void over() {
    state = State.OVER;
    whenOver.run();
  }

  /** A step of the task is done that did not finish at once. */
  void resumed() {
    var action = next;
    next = null;
    requireNonNull(action).run();
  }

  /** Goes on when the firmware has taken its time for a chunk, unless given up by then. */
  private void later(Runnable step) {
    int begun = number;
    chunkTurnaround.after(
        () -> {
          if (begun == number) {
            step.run();
          }
        });
  }

  /** No data was announced; still, a device may send an empty packet or await one. */
  private void endNothing() {
    if (choices.sendsEmptyPacket(wrapper)) {
      state = State.PADDING;
      bulkIn.arm(buffer.of(scrap, 0, 0));
    } else if (choices.awaitsPacket(wrapper)) {
      state = State.DISCARDING;
      bulkOut.arm(buffer.of(scrap, 0, 0));
    } else {
      over();
    }
  }

  // Data to the host.

  private void sendNext() {
    if (movedBytes == allowedBytes) {
      endIn();
    } else if (requireNonNull(task).next(allowedBytes - movedBytes)) {
      chunkReady();
    } else {
      next = this::chunkReady;
    }
  }

  /** The turnaround before the first chunk was that of the command. */
  private void chunkReady() {
    if (movedBytes == 0 || chunkTurnaround == Turnaround.NONE) {
      sendChunk();
    } else {
      later(this::sendChunk);
    }
  }

  private void sendChunk() {
    int bytes = requireNonNull(task).chunkBytes();
    if (bytes == 0) {
      endIn();
      return;
    }
    int tail = bytes % bulkIn.maxPacketBytes();
    boolean last = movedBytes + bytes == allowedBytes;
    if (tail != 0
        && last
        && allowedBytes < wrapper.dataLength()
        && choices.shortData(wrapper, soFar()) == ShortData.PAD) {
      // A packet that is not full would end the host's transfer, so padding shares the last one.
      if (bytes > tail) {
        arm(task.chunk(), task.chunkIndex(), bytes - tail);
      } else {
        sendPaddedTail(tail);
      }
    } else {
      arm(task.chunk(), task.chunkIndex(), bytes);
    }
  }

  private void sendPaddedTail(int tail) {
    scrap.setZero(0, bulkIn.maxPacketBytes());
    scrap.setBytes(0, requireNonNull(task).chunk(), requireNonNull(task).chunkIndex(), tail);
    int packet = (int) Math.min(bulkIn.maxPacketBytes(), wrapper.dataLength() - movedBytes);
    task.moved(tail);
    state = State.PADDING;
    arm(scrap, 0, packet);
  }

  private void arm(ByteBuf memory, int index, int bytes) {
    var pipe = wrapper.direction() == Direction.IN ? bulkIn : bulkOut;
    pipe.arm(buffer.of(memory, index, bytes));
  }

  /** The command has nothing more to send; the host may be waiting for more. */
  private void endIn() {
    long missing = wrapper.dataLength() - movedBytes;
    if (missing == 0 || !choices.endsDataPhase(wrapper, soFar())) {
      over();
      return;
    }
    switch (choices.shortData(wrapper, soFar())) {
      case STALL -> {
        bulkIn.halt();
        over();
      }
      case PAD -> {
        state = State.PADDING;
        int bytes = (int) Math.min(missing, SCRAP_BYTES);
        scrap.setZero(0, bytes);
        arm(scrap, 0, bytes);
      }
      case SHORT -> {
        if (movedBytes % bulkIn.maxPacketBytes() == 0) {
          state = State.PADDING;
          arm(scrap, 0, 0);
        } else {
          over();
        }
      }
    }
  }

  // Data from the host.

  private void receiveNext() {
    if (movedBytes >= allowedBytes || endedByHost) {
      endOut();
    } else if (requireNonNull(task).next(allowedBytes - movedBytes)) {
      roomReady();
    } else {
      next = this::roomReady;
    }
  }

  private void roomReady() {
    if (movedBytes == 0 || chunkTurnaround == Turnaround.NONE) {
      receiveChunk();
    } else {
      later(this::receiveChunk);
    }
  }

  private void receiveChunk() {
    if (requireNonNull(task).chunkBytes() == 0) {
      endOut();
    } else {
      arm(task.chunk(), task.chunkIndex(), task.chunkBytes());
    }
  }

  /** The command has no use for more; the host may have more to say. */
  private void endOut() {
    long excess = wrapper.dataLength() - movedBytes;
    if (excess <= 0 || endedByHost || !choices.endsDataPhase(wrapper, soFar())) {
      over();
    } else if (choices.excessData(wrapper) == ExcessData.STALL) {
      bulkOut.halt();
      over();
    } else {
      state = State.DISCARDING;
      arm(scrap, 0, (int) Math.min(excess, SCRAP_BYTES));
    }
  }

  // Either way.

  private void moved() {
    int bytes = buffer.movedBytes();
    movedBytes += bytes + buffer.lostBytes();
    switch (state) {
      case SENDING -> {
        requireNonNull(task).moved(bytes);
        sendNext();
      }
      case PADDING -> {
        if (bytes == 0) {
          over();
        } else {
          endIn();
        }
      }
      case RECEIVING -> {
        endedByHost = buffer.endedShort() && movedBytes < wrapper.dataLength();
        if (endedByHost && !choices.goesOn(wrapper, soFar())) {
          state = State.OVER;
          whenDropped.run();
        } else if (requireNonNull(task).moved(bytes)) {
          receiveNext();
        } else {
          next = this::receiveNext;
        }
      }
      case DISCARDING -> {
        endedByHost = buffer.endedShort() && movedBytes < wrapper.dataLength();
        endOut();
      }
      case OVER -> throw new IllegalStateException("no data phase");
    }
  }
}
