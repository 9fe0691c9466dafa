package dev.umsim.bench.journal;

/** The program is being ended by a signal, and begins nothing more. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoppedException() {
    super("stopped by a signal");
  }
}
