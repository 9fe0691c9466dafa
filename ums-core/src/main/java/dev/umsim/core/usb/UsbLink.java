package dev.umsim.core.usb;

import java.util.function.BooleanSupplier;

/**
 * A USB device as its host sees it: transfers go in, and each comes back once.
 *
 * <p>Made by the simulation, by a USB/IP client or by libusb; used by the bench, by replay or by a
 * server that exports it. Any maker serves any user. One thread uses a link.
 */
public interface UsbLink extends AutoCloseable {
  /**
   * Takes a transfer. It ends once, and its completion is told from {@link #runUntil}, never from
   * inside this call.
   */
  void submit(Transfer transfer);

  /**
   * Gives a transfer up. It ends as {@link Transfer.Status#CANCELLED} and keeps what has moved,
   * unless it has ended already; its completion is told all the same, once.
   */
  void cancel(Transfer transfer);

  /**
   * Resets the port and with it the device, which is then in the Default state (USB 2.0, section
   * 7.1.7.5). Transfers on their way end as cancelled; what is submitted afterwards waits until
   * reset and recovery are over.
   */
  void resetPort();

  /**
   * Takes the device from its port and puts it in again, as {@link #resetPort} for those above; for
   * a maker that can only do that, a reset of the port.
   */
  default void reattach() {
    resetPort();
  }

  /** The speed at which the device was found. */
  Speed speed();

  /** Asks to be told once when the device is gone; at once if it is. */
  void onDisconnect(Runnable action);

  /**
   * The one place that waits: lets things happen until {@code done} says so, the time is up, or
   * nothing more can happen.
   *
   * @param timeoutNanos how long at most, in the time of this link; with 0 all that can happen at
   *     once does happen, and nothing is waited for
   * @return whether {@code done} was reached
   */
  boolean runUntil(BooleanSupplier done, long timeoutNanos);

  /**
   * Asks to be told whenever something begins to wait for {@link #runUntil} while nobody is in it,
   * so that an event loop knows when to call it with a time-out of 0. Inside the action the link
   * must not be run: it only makes a note.
   *
   * @throws UnsupportedOperationException if this link cannot tell, and so cannot be exported
   */
  default void onReady(Runnable note) {
    throw new UnsupportedOperationException("this link has to be asked");
  }

  /** Nanoseconds since the link was made, in its own time. */
  long nanos();

  /** What the time of this link is. */
  TimeBase timeBase();

  /** Lets the device go. Transfers on their way end as disconnected. */
  @Override
  void close();

  /** Whose nanoseconds a link counts. */
  enum TimeBase {
    /** Those of a model, which pass as fast as they can be computed. */
    SIMULATED,
    /** Those of a clock on the wall. */
    WALL
  }
}
