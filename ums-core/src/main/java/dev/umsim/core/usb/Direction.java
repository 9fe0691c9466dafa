package dev.umsim.core.usb;

/** The way that data goes, always seen from the host (USB 2.0, section 8.3.1). */
public enum Direction {
  /** Host to device. */
  OUT,
  /** Device to host. */
  IN;

  /** The direction of an endpoint address or of bmRequestType: bit 7 set means IN. */
  public static Direction of(int addressOrRequestType) {
    return (addressOrRequestType & 0x80) != 0 ? IN : OUT;
  }
}
