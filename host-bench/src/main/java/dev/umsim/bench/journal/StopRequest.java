package dev.umsim.bench.journal;

/**
 * Whether the program is being ended by a signal, which then goes on until a device has been left
 * as it was found.
 */
public final class StopRequest implements AutoCloseable {
  private final Runnable listener = this::ask;
  private volatile boolean asked;
  private volatile long askedNanos;

  private final Runnable note;

  /**
   * Begins to listen.
   *
   * @param note tells the person at the keyboard that it was heard
   */
  public StopRequest(Runnable note) {
    this.note = note;
    EndSignals.listen(listener);
  }

  private void ask() {
    if (!asked) {
      askedNanos = System.nanoTime();
      asked = true;
      note.run();
    }
  }

  /** Whether the program is being ended. */
  boolean asked() {
    return asked;
  }

  /** For how long it has been. */
  long sinceNanos() {
    return System.nanoTime() - askedNanos;
  }

  /** All is done that the end has to wait for. */
  @Override
  public void close() {
    EndSignals.forget(listener);
  }
}
