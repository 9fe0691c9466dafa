package dev.umsim.bench.usb;

/** Who lets libusb tell what has ended, and who makes the calls that wait. */
interface Events extends AutoCloseable {
  /** The thread that runs the link does both, whenever it does. */
  Events OF_THE_CALLER =
      new Events() {
        @Override
        public boolean ofTheCaller() {
          return true;
        }

        @Override
        public void call(Runnable waiting) {
          waiting.run();
        }

        @Override
        public void wake(LibUsbLink link) {
          // It is running the link, or will.
        }

        @Override
        public void await(LibUsbContext context, long micros) {
          context.handleEvents(micros);
        }

        @Override
        public void close() {
          // There is nothing to end.
        }
      };

  /** Whether it is the thread that runs the link. */
  boolean ofTheCaller();

  /** Makes a call that may wait for the kernel, in the order in which calls come. */
  void call(Runnable waiting);

  /** An outcome has been queued for the link, perhaps on another thread than the link's. */
  void wake(LibUsbLink link);

  /** Waits until something may have been told, at most so long. */
  void await(LibUsbContext context, long micros);

  @Override
  void close();
}
