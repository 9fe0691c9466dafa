package dev.umsim.sim.usbip;

import dev.umsim.core.usb.SetupPacket;

/**
 * The request by which a host resets a port at this distance: SET_FEATURE(PORT_RESET) to a hub (USB
 * 2.0, section 11.24.2.13), sent to endpoint 0 of the device. Linux's server obeys it, and other
 * clients send it.
 */
final class PortReset {
  private static final int TO_PORT_OF_HUB = 0x23;
  private static final int SET_FEATURE = 3;
  private static final int PORT_RESET = 4;

  /** For the port of the device. */
  static final SetupPacket REQUEST = new SetupPacket(TO_PORT_OF_HUB, SET_FEATURE, PORT_RESET, 1, 0);

  private PortReset() {}

  /** Whether it is this request, whatever the port: there is one behind each device. */
  static boolean is(SetupPacket setup) {
    return setup.requestType() == TO_PORT_OF_HUB
        && setup.request() == SET_FEATURE
        && setup.value() == PORT_RESET
        && setup.length() == 0;
  }
}
