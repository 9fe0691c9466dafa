package dev.umsim.core.scsi;

/** What a command may do to a unit, as far as its operation code tells. */
public enum CommandEffect {
  /** It leaves the unit as it is, but for sense data and what else is told only once. */
  NONE("none"),

  /**
   * It changes what lasts until the next power cycle at most: whether a medium is loaded, locked.
   */
  STATE("state"),

  /** It writes the blocks that its CDB names. */
  BLOCKS("blocks"),

  /** It may change blocks or settings that its CDB does not name, or nobody knows what it does. */
  ANYTHING("anything");

  private final String text;

  CommandEffect(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
