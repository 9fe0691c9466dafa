package dev.umsim.core.usb.descriptor;

import java.util.List;

/**
 * An interface descriptor with its endpoints (USB 2.0, table 9-12).
 *
 * @param number bInterfaceNumber
 * @param alternateSetting bAlternateSetting
 * @param interfaceClass bInterfaceClass; 08 is mass storage
 * @param subclass bInterfaceSubClass; 06 is the SCSI transparent command set
 * @param protocol bInterfaceProtocol; 50 is Bulk-Only Transport
 * @param stringIndex iInterface, 0 for none
 * @param endpoints in the order of their descriptors
 */
public record InterfaceDescriptor(
    int number,
    int alternateSetting,
    int interfaceClass,
    int subclass,
    int protocol,
    int stringIndex,
    List<EndpointDescriptor> endpoints) {
  static final int LENGTH = 9;

  public InterfaceDescriptor {
    Fields.require8(number, "bInterfaceNumber");
    Fields.require8(alternateSetting, "bAlternateSetting");
    Fields.require8(interfaceClass, "bInterfaceClass");
    Fields.require8(subclass, "bInterfaceSubClass");
    Fields.require8(protocol, "bInterfaceProtocol");
    Fields.require8(stringIndex, "iInterface");
    endpoints = List.copyOf(endpoints);
  }

  /** Bytes of this descriptor and those of its endpoints. */
  int totalLength() {
    return LENGTH + EndpointDescriptor.LENGTH * endpoints.size();
  }

  int encodeTo(byte[] bytes, int offset) {
    bytes[offset] = LENGTH;
    bytes[offset + 1] = DescriptorType.INTERFACE;
    bytes[offset + 2] = (byte) number;
    bytes[offset + 3] = (byte) alternateSetting;
    bytes[offset + 4] = (byte) endpoints.size();
    bytes[offset + 5] = (byte) interfaceClass;
    bytes[offset + 6] = (byte) subclass;
    bytes[offset + 7] = (byte) protocol;
    bytes[offset + 8] = (byte) stringIndex;
    int at = offset + LENGTH;
    for (var endpoint : endpoints) {
      endpoint.encodeTo(bytes, at);
      at += EndpointDescriptor.LENGTH;
    }
    return at;
  }
}
