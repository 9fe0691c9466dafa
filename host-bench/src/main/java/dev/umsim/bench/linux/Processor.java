package dev.umsim.bench.linux;

import dev.umsim.core.usb.UsbLink;

/** The processor of the host, on which work takes time, and the host's clock. */
public interface Processor {

  /** A processor on which nothing takes time, and a clock that stands still. */
  Processor UNTIMED =
      new Processor() {
        @Override
        public void work(long nanos) {}

        @Override
        public long nanos() {
          return 0;
        }
      };

  /**
   * Works while no command is under way.
   *
   * @param nanos how long, more than zero
   */
  void work(long nanos);

  /** Nanoseconds since some moment, the time of commands included. */
  long nanos();

  /** A program has opened its files and takes its time from here on. */
  default void timingBegins() {}

  /** A program is done, and prints its time. */
  default void timingEnds() {}

  /** A processor whose work takes the time of a link, so that work and commands share a clock. */
  static Processor of(UsbLink link) {
    return new Processor() {
      @Override
      public void work(long nanos) {
        link.runUntil(() -> false, nanos);
      }

      @Override
      public long nanos() {
        return link.nanos();
      }
    };
  }
}
