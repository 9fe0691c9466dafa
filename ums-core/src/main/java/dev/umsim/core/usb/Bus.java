package dev.umsim.core.usb;

import java.util.function.BooleanSupplier;

/**
 * What moves packets through the pipes of one device, and decides when.
 *
 * <p>{@link ZeroTimeBus} moves them at once. A bus with time moves a train of packets when the last
 * of them has gone, and cuts the train short when something happens in between.
 */
public interface Bus {
  /** Takes a pipe on; what it returns is how the pipe speaks to the bus from then on. */
  Lane connect(BusPipe pipe);

  /** Runs an action soon, after all that already waits, and never inside this call. */
  void announce(Runnable action);

  /**
   * Tells the host that a transfer has ended: soon, as {@link #announce} does, or when the host's
   * controller has noticed it.
   */
  default void announceToHost(Runnable announcement) {
    announce(announcement);
  }

  /** Keeps the bus silent for so long from now: a reset, a recovery time, debouncing. */
  void holdFor(long nanos);

  /** At which speed packets go from now on. */
  void setSpeed(Speed speed);

  /** {@link UsbLink#runUntil}. */
  boolean runUntil(BooleanSupplier done, long timeoutNanos);

  /** {@link UsbLink#onReady}. */
  default void onReady(Runnable note) {
    throw new UnsupportedOperationException("this bus has to be asked");
  }

  /** {@link UsbLink#nanos}. */
  long nanos();

  /** The bus's place for one pipe. */
  interface Lane {
    /** The pipe may have something to move now, or no longer. Moves nothing inside this call. */
    void wake();

    /** Brings a train under way up to date: the packets that have gone by now are moved. */
    void settle();
  }
}
