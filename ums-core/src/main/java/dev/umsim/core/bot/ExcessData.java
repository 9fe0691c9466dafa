package dev.umsim.core.bot;

/** What a device does with data from the host that it has no use for (BOT 1.0, section 6.7.3). */
public enum ExcessData {
  /** It takes the data and drops it, as the standard recommends. */
  DISCARD,
  /** It halts bulk-out. */
  STALL
}
