package dev.umsim.core.usb.descriptor;

import java.util.ArrayList;
import java.util.List;

/**
 * A configuration descriptor with its interfaces (USB 2.0, table 9-10).
 *
 * @param value bConfigurationValue, not 0
 * @param stringIndex iConfiguration, 0 for none
 * @param selfPowered bmAttributes b6
 * @param remoteWakeup bmAttributes b5
 * @param maxPowerMilliamps twice bMaxPower: 0 to 500, even
 * @param interfaces in the order of their descriptors
 */
public record ConfigurationDescriptor(
    int value,
    int stringIndex,
    boolean selfPowered,
    boolean remoteWakeup,
    int maxPowerMilliamps,
    List<InterfaceDescriptor> interfaces) {
  /** Bytes of the configuration descriptor alone. */
  public static final int LENGTH = 9;

  public ConfigurationDescriptor {
    Fields.require8(value, "bConfigurationValue");
    Fields.require8(stringIndex, "iConfiguration");
    if (maxPowerMilliamps < 0 || maxPowerMilliamps > 510 || maxPowerMilliamps % 2 != 0) {
      throw new IllegalArgumentException(
          "bMaxPower is an even number of mA up to 510, not " + maxPowerMilliamps);
    }
    interfaces = List.copyOf(interfaces);
  }

  /** wTotalLength: bytes of this descriptor with all that follow it. */
  public static int totalLength(byte[] bytes) throws MalformedDescriptorException {
    Fields.requireLength(bytes, 0, LENGTH, DescriptorType.CONFIGURATION, "a configuration");
    return Fields.u16(bytes, 2);
  }

  /**
   * Reads a configuration with its interfaces and endpoints; descriptors of a class are skipped.
   */
  public static ConfigurationDescriptor decode(byte[] bytes) throws MalformedDescriptorException {
    if (totalLength(bytes) != bytes.length) {
      throw new MalformedDescriptorException(
          "wTotalLength is " + totalLength(bytes) + ", but there are " + bytes.length + " bytes");
    }
    int attributes = Fields.u8(bytes, 7);
    return new ConfigurationDescriptor(
        Fields.u8(bytes, 5),
        Fields.u8(bytes, 6),
        (attributes & 0x40) != 0,
        (attributes & 0x20) != 0,
        2 * Fields.u8(bytes, 8),
        decodeInterfaces(bytes));
  }

  private static List<InterfaceDescriptor> decodeInterfaces(byte[] bytes)
      throws MalformedDescriptorException {
    var interfaces = new ArrayList<InterfaceDescriptor>();
    for (int at = Fields.u8(bytes, 0); at < bytes.length; at += Fields.u8(bytes, at)) {
      if (Fields.u8(bytes, at) < 2 || at + Fields.u8(bytes, at) > bytes.length) {
        throw new MalformedDescriptorException(
            "the descriptor at byte " + at + " leaves the configuration: " + Fields.hex(bytes, at));
      }
      int type = Fields.u8(bytes, at + 1);
      if (type == DescriptorType.INTERFACE) {
        Fields.requireLength(
            bytes, at, InterfaceDescriptor.LENGTH, DescriptorType.INTERFACE, "an interface");
        interfaces.add(
            new InterfaceDescriptor(
                Fields.u8(bytes, at + 2),
                Fields.u8(bytes, at + 3),
                Fields.u8(bytes, at + 5),
                Fields.u8(bytes, at + 6),
                Fields.u8(bytes, at + 7),
                Fields.u8(bytes, at + 8),
                List.of()));
      } else if (type == DescriptorType.ENDPOINT && !interfaces.isEmpty()) {
        addEndpoint(interfaces, EndpointDescriptor.decode(bytes, at));
      }
    }
    return interfaces;
  }

  private static void addEndpoint(
      List<InterfaceDescriptor> interfaces, EndpointDescriptor endpoint) {
    var owner = interfaces.remove(interfaces.size() - 1);
    var endpoints = new ArrayList<>(owner.endpoints());
    endpoints.add(endpoint);
    interfaces.add(
        new InterfaceDescriptor(
            owner.number(),
            owner.alternateSetting(),
            owner.interfaceClass(),
            owner.subclass(),
            owner.protocol(),
            owner.stringIndex(),
            endpoints));
  }

  /** The bytes of this configuration and all its interfaces. */
  public byte[] encode() {
    return encodeAs(DescriptorType.CONFIGURATION);
  }

  /** The same bytes as the descriptor of the speed that is not in use (table 9-11). */
  public byte[] encodeOtherSpeed() {
    return encodeAs(DescriptorType.OTHER_SPEED_CONFIGURATION);
  }

  private byte[] encodeAs(int type) {
    int total = LENGTH + interfaces.stream().mapToInt(InterfaceDescriptor::totalLength).sum();
    var bytes = new byte[total];
    bytes[0] = LENGTH;
    bytes[1] = (byte) type;
    Fields.put16(bytes, 2, total);
    bytes[4] = (byte) interfaces.stream().mapToInt(InterfaceDescriptor::number).distinct().count();
    bytes[5] = (byte) value;
    bytes[6] = (byte) stringIndex;
    bytes[7] = (byte) (0x80 | (selfPowered ? 0x40 : 0) | (remoteWakeup ? 0x20 : 0));
    bytes[8] = (byte) (maxPowerMilliamps / 2);
    int at = LENGTH;
    for (var each : interfaces) {
      at = each.encodeTo(bytes, at);
    }
    return bytes;
  }
}
