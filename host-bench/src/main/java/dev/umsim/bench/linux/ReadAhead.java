package dev.umsim.bench.linux;

/**
 * Decides how far a command reaches that reads for a program: to what it asked for, or, if it goes
 * on where it left off, to the end of a window ({@code mm/readahead.c}).
 */
final class ReadAhead {
  private final int windowBytes;
  private final boolean merges;
  private long expectedOffset;
  private long windowEnd;
  private boolean sequential;
  private boolean running;

  ReadAhead(LinuxHostSettings settings) {
    windowBytes = settings.readAheadBytes();
    merges = settings.readAheadMerges();
  }

  /** A program begins to read; at the beginning of a device it is taken to go on. */
  void begin(long offset, long end) {
    sequential = windowBytes > 0 && offset == expectedOffset;
    running &= sequential;
    expectedOffset = end;
  }

  /**
   * Whether the next command was sent ahead, when the program began with the data before it: so are
   * all but the first.
   */
  boolean running() {
    return running;
  }

  /**
   * Where a command ends.
   *
   * @param from where it begins
   * @param asked where that ends which the program asked for
   */
  long send(long from, long asked) {
    if (!sequential) {
      return asked;
    }
    running = true;
    if (merges || from >= windowEnd || from < windowEnd - windowBytes) {
      windowEnd = from + windowBytes;
    }
    return windowEnd;
  }

  /** Forgets what programs have read. */
  void reset() {
    expectedOffset = 0;
    windowEnd = 0;
    running = false;
  }
}
