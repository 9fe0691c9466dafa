package dev.umsim.sim.toml;

/** A text that is not TOML, or is nested deeper than any file of this program. */
public final class BadTomlException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;

  BadTomlException(int line, String message) {
    super(message);
    this.line = line;
  }

  /** The line it is in, 1 first; 0 if that is not known. */
  public int line() {
    return line;
  }
}
