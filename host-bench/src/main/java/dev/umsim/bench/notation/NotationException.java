package dev.umsim.bench.notation;

/**
 * Something in a command that means nothing or cannot be done, told in one line with the remedy.
 */
public final class NotationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** A line that says what is wrong and what would be right. */
  public NotationException(String line) {
    super(line);
  }
}
