package dev.umsim.sim.profile;

/** The unit of a number, with which the name of its key ends. */
public enum Unit {
  BYTES("-bytes", "bytes"),
  BLOCKS("-blocks", "blocks"),
  MICROSECONDS("-us", "us"),
  NANOSECONDS("-ns", "ns"),
  PERCENT("-percent", "%"),
  /** 10<sup>6</sup> bytes a second. */
  MEGABYTES_PER_SECOND("-mb-s", "MB/s"),
  PER_MILLISECOND("-per-ms", "1/ms");

  private final String suffix;
  private final String symbol;

  Unit(String suffix, String symbol) {
    this.suffix = suffix;
    this.symbol = symbol;
  }

  /** How names end that have it, as in {@code -us}. */
  public String suffix() {
    return suffix;
  }

  /** As it is written behind a number. */
  @Override
  public String toString() {
    return symbol;
  }
}
