package dev.umsim.core.host;

/**
 * An irregularity of one device, with what was seen of it first.
 *
 * @param seen values, such as {@code residue 4294967295 after 36 of 36 bytes}
 */
public record Note(Irregularity irregularity, String seen) {
  /** One line that says all: what, seen how, by which clause, and what Linux does. */
  public String text() {
    return irregularity.what()
        + " ("
        + seen
        + "; "
        + irregularity.clause()
        + "); Linux "
        + irregularity.linux();
  }
}
