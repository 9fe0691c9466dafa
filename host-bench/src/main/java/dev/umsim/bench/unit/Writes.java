package dev.umsim.bench.unit;

/** What becomes of writes to an image. */
public enum Writes {
  /** They are kept aside and discarded when the target is closed. */
  TO_OVERLAY,
  /** They change the image, unless its own settings say otherwise. */
  IN_PLACE
}
