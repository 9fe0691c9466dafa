package dev.umsim.core.usb;

import java.util.List;

/**
 * A device as the port sees it into which it is plugged: told of attachment, bus reset and setup
 * packets, it answers through the {@link UsbPort}.
 */
public interface PortDevice extends AutoCloseable {
  /** The plug is in, and the port is the device's until {@link #detach}. */
  void attach(UsbPort port);

  /** Whether a plug is in. */
  boolean attached();

  /** The endpoints of an interface, as its descriptors have them; none if there is no such one. */
  List<Integer> endpointsOf(int interfaceNumber);

  /**
   * A bus reset; the device and the port agree on a speed.
   *
   * @param highestSpeed of the port
   */
  Speed reset(Speed highestSpeed);

  /**
   * A setup packet came. The device answers it by {@link UsbPort#answer}, inside this call or
   * later; until then the host meets NAK. Whatever was going on before on endpoint 0 is over.
   */
  void setup(SetupPacket setup);

  /** The plug is pulled; it may be put in again, into another port. */
  void detach();

  /** The device, unplugged, is put away: memory goes back. */
  @Override
  void close();
}
