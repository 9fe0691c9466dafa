package dev.umsim.core.bot;

/** How a device ends a data phase to the host in which it has less to send than was asked for. */
public enum ShortData {
  /** It sends what there is and halts bulk-in (BOT 1.0, section 6.7.2). */
  STALL,
  /** It adds zeros up to what was asked for (the same section). */
  PAD,
  /**
   * It ends with a short or an empty packet. The standard does not allow this; many devices do it.
   */
  SHORT
}
