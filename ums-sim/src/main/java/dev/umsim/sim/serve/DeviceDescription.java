package dev.umsim.sim.serve;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;

/**
 * What a host is told of a device before it has one: the descriptors, as the device itself gave
 * them (USB 2.0, section 9.6).
 *
 * @param deviceClass bDeviceClass; 00 where the interfaces tell it
 * @param deviceSubclass bDeviceSubClass
 * @param deviceProtocol bDeviceProtocol
 * @param configuration the first one
 */
public record DeviceDescription(
    Speed speed,
    DeviceDescriptor device,
    int deviceClass,
    int deviceSubclass,
    int deviceProtocol,
    ConfigurationDescriptor configuration) {
  private static final int CLASS_OFFSET = 4;

  /** Reads the bytes of both descriptors. */
  static DeviceDescription decode(Speed speed, byte[] device, byte[] configuration)
      throws MalformedDescriptorException {
    return new DeviceDescription(
        speed,
        DeviceDescriptor.decode(device),
        device[CLASS_OFFSET] & 0xff,
        device[CLASS_OFFSET + 1] & 0xff,
        device[CLASS_OFFSET + 2] & 0xff,
        ConfigurationDescriptor.decode(configuration));
  }
}
