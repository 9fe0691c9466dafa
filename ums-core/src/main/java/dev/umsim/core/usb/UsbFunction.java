package dev.umsim.core.usb;

import dev.umsim.core.usb.descriptor.InterfaceDescriptor;

/** One function of a device: an interface and what answers behind it (USB 2.0, section 5.2.3). */
public interface UsbFunction extends AutoCloseable {
  /** The interface and its endpoints as described at a speed; the same number at each speed. */
  InterfaceDescriptor describe(Speed speed);

  /**
   * The host has configured the device, or done so again, or set the interface: everything begins
   * as new. The endpoints are open, not halted and at DATA0.
   */
  void configured(EndpointPipes pipes);

  /** A reset, a detachment or another configuration: whatever was going on is over. */
  void deconfigured();

  /** A class or vendor request to the interface or to one of its endpoints. */
  ControlAnswer request(SetupPacket setup);

  /** The host has cleared the halt of an endpoint; the function may halt it again at once. */
  void haltCleared(int endpointAddress);

  /** The device is of no use any more, and is unplugged: memory goes back. */
  @Override
  void close();

  /** The pipes of a configured device. */
  interface EndpointPipes {
    /** The pipe of one of the function's own endpoints. */
    BulkPipe pipe(int endpointAddress);
  }
}
