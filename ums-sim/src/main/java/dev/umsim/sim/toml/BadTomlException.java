package dev.umsim.sim.toml;

/** A text that is not TOML, or is nested deeper than any file of this program. */
public final class BadTomlException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final String why;

  BadTomlException(int line, String why) {
    super(why);
    this.line = line;
    this.why = why;
  }

  /** What is wrong, in words. */
  public String why() {
    return why;
  }

  /** The line it is in, 1 first; 0 if that is not known. */
  public int line() {
    return line;
  }
}
