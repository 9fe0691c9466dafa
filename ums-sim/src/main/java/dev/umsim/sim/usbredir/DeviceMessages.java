package dev.umsim.sim.usbredir;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import dev.umsim.sim.serve.DeviceDescription;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The three messages that present a device: its interfaces, its endpoints, and itself. */
final class DeviceMessages {
  private static final int PLACES = 32;
  private static final int INTERFACE_INFO_LENGTH = 4 + 4 * PLACES;
  private static final int ENDPOINT_INFO_LENGTH = 3 * PLACES;
  private static final int ENDPOINT_UNUSED = 255;
  private static final int ENDPOINT_CONTROL = 0;
  private static final int CONTROL_MAX_PACKET_BYTES = 64;
  private static final int FULL_SPEED = 1;
  private static final int HIGH_SPEED = 2;

  private final List<InterfaceDescriptor> interfaces;
  private final DeviceDescription description;

  DeviceMessages(DeviceDescription description) {
    this.description = description;
    interfaces =
        description.configuration().interfaces().stream()
            .filter(each -> each.alternateSetting() == 0)
            .limit(PLACES)
            .toList();
  }

  /** Count, and a number, class, subclass and protocol for each of 32 interfaces. */
  ByteBuf appendInterfaceInfo(ByteBuf out) {
    int at = out.writerIndex();
    out.writeZero(INTERFACE_INFO_LENGTH);
    out.setIntLE(at, interfaces.size());
    for (int place = 0; place < interfaces.size(); place++) {
      var each = interfaces.get(place);
      out.setByte(at + 4 + place, each.number());
      out.setByte(at + 4 + PLACES + place, each.interfaceClass());
      out.setByte(at + 4 + 2 * PLACES + place, each.subclass());
      out.setByte(at + 4 + 3 * PLACES + place, each.protocol());
    }
    return out;
  }

  static int interfaceInfoLength() {
    return INTERFACE_INFO_LENGTH;
  }

  /**
   * Type, interval and interface for each of 32 endpoints, OUT before IN; the largest packet and
   * the number of streams where the other side wants to know them.
   */
  ByteBuf appendEndpointInfo(ByteBuf out, int capabilities) {
    int at = out.writerIndex();
    int maxPacket = at + ENDPOINT_INFO_LENGTH;
    out.writeZero(endpointInfoLength(capabilities));
    for (int place = 0; place < PLACES; place++) {
      out.setByte(at + place, ENDPOINT_UNUSED);
    }
    boolean packets = Capability.ENDPOINT_MAX_PACKET_SIZE.in(capabilities);
    for (int place : new int[] {0, PLACES / 2}) {
      out.setByte(at + place, ENDPOINT_CONTROL);
      if (packets) {
        out.setShortLE(maxPacket + 2 * place, CONTROL_MAX_PACKET_BYTES);
      }
    }
    for (var each : interfaces) {
      for (var endpoint : each.endpoints()) {
        int place = place(endpoint);
        out.setByte(at + place, endpoint.attributes() & 3);
        out.setByte(at + PLACES + place, endpoint.interval());
        out.setByte(at + 2 * PLACES + place, each.number());
        if (packets) {
          out.setShortLE(maxPacket + 2 * place, endpoint.maxPacketBytes());
        }
      }
    }
    return out;
  }

  private static int place(EndpointDescriptor endpoint) {
    return (endpoint.address() & 0x80) >> 3 | endpoint.address() & 0x0f;
  }

  static int endpointInfoLength(int capabilities) {
    return ENDPOINT_INFO_LENGTH
        + (Capability.ENDPOINT_MAX_PACKET_SIZE.in(capabilities) ? 2 * PLACES : 0)
        + (Capability.BULK_STREAMS.in(capabilities) ? 4 * PLACES : 0);
  }

  /** Speed, class, vendor and product; the version where the other side wants to know it. */
  ByteBuf appendDeviceConnect(ByteBuf out, int capabilities) {
    var device = description.device();
    out.writeByte(description.speed() == Speed.HIGH ? HIGH_SPEED : FULL_SPEED);
    out.writeByte(description.deviceClass());
    out.writeByte(description.deviceSubclass());
    out.writeByte(description.deviceProtocol());
    out.writeShortLE(device.vendorId());
    out.writeShortLE(device.productId());
    if (Capability.CONNECT_DEVICE_VERSION.in(capabilities)) {
      out.writeShortLE(device.deviceVersion());
    }
    return out;
  }

  static int deviceConnectLength(int capabilities) {
    return Capability.CONNECT_DEVICE_VERSION.in(capabilities) ? 10 : 8;
  }
}
