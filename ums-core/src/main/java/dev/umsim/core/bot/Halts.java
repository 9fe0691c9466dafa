package dev.umsim.core.bot;

/** Which of the two bulk pipes are halted. */
public enum Halts {
  NONE(false, false),
  IN(true, false),
  OUT(false, true),
  BOTH(true, true);

  private final boolean in;
  private final boolean out;

  Halts(boolean in, boolean out) {
    this.in = in;
    this.out = out;
  }

  /** Whether bulk-in is. */
  public boolean in() {
    return in;
  }

  /** Whether bulk-out is. */
  public boolean out() {
    return out;
  }
}
