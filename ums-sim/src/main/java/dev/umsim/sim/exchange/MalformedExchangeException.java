package dev.umsim.sim.exchange;

/** A file is not an exchange file; tells the place and what would be right. */
public final class MalformedExchangeException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  MalformedExchangeException(int line, int column, String message) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** From 1 on. */
  public int line() {
    return line;
  }

  /** From 1 on, in characters. */
  public int column() {
    return column;
  }

  /** {@code LINE:COLUMN: MESSAGE}. */
  public String located() {
    return line + ":" + column + ": " + getMessage();
  }
}
