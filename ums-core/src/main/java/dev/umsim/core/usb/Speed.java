package dev.umsim.core.usb;

/** How fast a device signals (USB 2.0, section 4.2.1). */
public enum Speed {
  /** 12 Mbit/s, in frames of 1 ms. */
  FULL(64),
  /** 480 Mbit/s, in microframes of 125 µs. */
  HIGH(512);

  private final int bulkMaxPacketBytes;

  Speed(int bulkMaxPacketBytes) {
    this.bulkMaxPacketBytes = bulkMaxPacketBytes;
  }

  /** The largest packet of a bulk endpoint in bytes (section 5.8.3). */
  public int bulkMaxPacketBytes() {
    return bulkMaxPacketBytes;
  }
}
