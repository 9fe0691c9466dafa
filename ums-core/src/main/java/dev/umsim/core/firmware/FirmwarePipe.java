package dev.umsim.core.firmware;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.DeviceBuffer;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A bulk endpoint as firmware drives it: one transfer at a time, whose completion is an event of
 * the {@link SerialFirmware}. Arming an endpoint that is armed replaces what was armed.
 */
public final class FirmwarePipe {
  /** Is told of a completion when its turn comes. */
  @FunctionalInterface
  public interface Completion {
    /** A transfer has ended, with so many bytes. */
    void completed(int bytes);
  }

  private final SerialFirmware firmware;
  private final Completion completion;
  private @Nullable BulkPipe pipe;
  private int connection;
  private Armed armed = new Armed();
  private @Nullable Runnable awaitingEnd;

  /** The firmware's side of an endpoint, not connected yet. */
  public FirmwarePipe(SerialFirmware firmware, Completion completion) {
    this.firmware = firmware;
    this.completion = completion;
  }

  /** The endpoint has come into use. */
  public void connect(BulkPipe pipe) {
    disconnect();
    this.pipe = pipe;
  }

  /** The endpoint is gone; completions that were not handled yet are dropped. */
  public void disconnect() {
    flush();
    pipe = null;
    connection++;
    firmware.forget(event -> event instanceof Event each && each.pipe == this);
  }

  /**
   * Arms bytes to send or room to receive, in the place of what was armed. Without an endpoint
   * nothing happens.
   */
  public void arm(ByteBuf memory, int index, int length) {
    if (pipe == null) {
      return;
    }
    // One that has ended just now is left alone: its completion is on its way.
    if (!armed.buffer.giveWay()) {
      armed = new Armed();
    }
    armed.connection = connection;
    armed.underWay = true;
    pipe.arm(armed.buffer.of(memory, index, length));
  }

  /**
   * Called from inside an event: it is over only when what is armed has ended, or when waiting is
   * stopped. It does not wait if nothing is armed or the endpoint is halted.
   */
  public void awaitEnd() {
    if (armed.underWay && !requireNonNull(pipe).halted()) {
      int ticket = firmware.sleep();
      awaitingEnd = () -> firmware.wake(ticket, () -> {});
    }
  }

  /** Gives up what is armed; its completion is not told. */
  public void flush() {
    armed.buffer.withdraw();
    armed.underWay = false;
  }

  /** What {@link #awaitEnd} waits for will not come: the event is over. */
  public void stopAwaiting() {
    var action = awaitingEnd;
    awaitingEnd = null;
    if (action != null) {
      action.run();
    }
  }

  /** Halts the endpoint. */
  public void halt() {
    if (pipe != null) {
      pipe.halt();
    }
  }

  /** Ends the halt and begins anew with DATA0. */
  public void clearHalt() {
    if (pipe != null) {
      pipe.clearHalt();
    }
  }

  /** A buffer and the connection in which it was armed last. */
  private final class Armed {
    private final DeviceBuffer buffer = new DeviceBuffer(this::ended);
    private int connection;
    private boolean underWay;

    private void ended() {
      underWay = false;
      if (connection == FirmwarePipe.this.connection) {
        firmware.post(new Event(FirmwarePipe.this, buffer.movedBytes()));
        stopAwaiting();
      }
    }
  }

  private record Event(FirmwarePipe pipe, int bytes) implements Runnable {
    @Override
    public void run() {
      pipe.completion.completed(bytes);
    }
  }
}
