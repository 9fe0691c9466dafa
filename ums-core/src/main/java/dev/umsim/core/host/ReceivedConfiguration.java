package dev.umsim.core.host;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Makes of the bytes of a configuration what can be made of them: a descriptor that is wrong is
 * skipped, and so is what follows one whose length leads nowhere (USB 2.0, section 9.5 lets a host
 * skip what it does not know by bLength).
 */
final class ReceivedConfiguration {
  private static final int INTERFACE_LENGTH = 9;
  private static final int ENDPOINT_LENGTH = 7;

  private final byte[] bytes;
  private final Speed speed;
  private final Notes notes;
  private final List<InterfaceDescriptor> interfaces = new ArrayList<>();

  /** Whether endpoints belong to an interface that was taken. */
  private boolean open;

  /** bNumEndpoints of that interface. */
  private int announcedEndpoints;

  private ReceivedConfiguration(byte[] bytes, Speed speed, Notes notes) {
    this.bytes = bytes;
    this.speed = speed;
    this.notes = notes;
  }

  /** The configuration, or nothing if not even its own descriptor is one. */
  static Optional<ConfigurationDescriptor> parse(byte[] bytes, Speed speed, Notes notes) {
    return new ReceivedConfiguration(bytes, speed, notes).parse();
  }

  private Optional<ConfigurationDescriptor> parse() {
    if (bytes.length < ConfigurationDescriptor.LENGTH
        || u8(0) < ConfigurationDescriptor.LENGTH
        || u8(1) != DescriptorType.CONFIGURATION) {
      return Optional.empty();
    }
    int total = u8(2) | u8(3) << 8;
    if (total != bytes.length) {
      notes.add(
          Irregularity.CONFIGURATION_LENGTH,
          "wTotalLength " + total + ", " + bytes.length + " bytes came");
    }
    parseRest(Math.min(Math.max(total, ConfigurationDescriptor.LENGTH), bytes.length));
    endInterface();
    dropAlternates();
    long count = interfaces.stream().mapToInt(InterfaceDescriptor::number).distinct().count();
    if (u8(4) != count) {
      notes.add(Irregularity.INTERFACE_COUNT, "bNumInterfaces " + u8(4) + ", " + count + " came");
    }
    int attributes = u8(7);
    return Optional.of(
        new ConfigurationDescriptor(
            u8(5),
            u8(6),
            (attributes & 0x40) != 0,
            (attributes & 0x20) != 0,
            2 * u8(8),
            interfaces));
  }

  private void parseRest(int end) {
    for (int at = u8(0); at < end; at += u8(at)) {
      if (end - at < 2 || u8(at) < 2 || at + u8(at) > end) {
        notes.add(Irregularity.CONFIGURATION_CONTENT, "byte " + at + ": " + hex(at, end));
        return;
      }
      int type = u8(at + 1);
      if (type == DescriptorType.INTERFACE) {
        endInterface();
        open = u8(at) >= INTERFACE_LENGTH && !isKnown(u8(at + 2), u8(at + 3));
        if (open) {
          interfaces.add(interfaceAt(at, List.of()));
          announcedEndpoints = u8(at + 4);
        } else {
          notes.add(Irregularity.CONFIGURATION_CONTENT, "interface: " + hex(at, at + u8(at)));
        }
      } else if (type == DescriptorType.ENDPOINT) {
        endpoint(at);
      }
    }
  }

  private boolean isKnown(int number, int alternateSetting) {
    return interfaces.stream()
        .anyMatch(each -> each.number() == number && each.alternateSetting() == alternateSetting);
  }

  /** All endpoints of the interface that was open have come. */
  private void endInterface() {
    if (open) {
      var ended = interfaces.get(interfaces.size() - 1);
      int count = ended.endpoints().size();
      if (count != announcedEndpoints) {
        notes.add(
            Irregularity.ENDPOINT_COUNT,
            "interface "
                + ended.number()
                + ": bNumEndpoints "
                + announcedEndpoints
                + ", "
                + count
                + " came");
      }
    }
    open = false;
  }

  /** Of each interface one setting is used: 0, or the first if that is not there. */
  private void dropAlternates() {
    var used = new LinkedHashMap<Integer, InterfaceDescriptor>();
    for (var each : interfaces) {
      if (each.alternateSetting() == 0) {
        used.put(each.number(), each);
      } else {
        used.putIfAbsent(each.number(), each);
      }
    }
    for (var each : used.values()) {
      if (each.alternateSetting() != 0) {
        notes.add(
            Irregularity.ALTERNATE_SETTING,
            "interface " + each.number() + ", bAlternateSetting " + each.alternateSetting());
      }
    }
    interfaces.clear();
    interfaces.addAll(used.values());
  }

  private InterfaceDescriptor interfaceAt(int at, List<EndpointDescriptor> endpoints) {
    return new InterfaceDescriptor(
        u8(at + 2), u8(at + 3), u8(at + 5), u8(at + 6), u8(at + 7), u8(at + 8), endpoints);
  }

  private void endpoint(int at) {
    int address = u8(at) < ENDPOINT_LENGTH ? 0 : u8(at + 2);
    if (!open || (address & 0x0f) == 0) {
      notes.add(Irregularity.CONFIGURATION_CONTENT, "endpoint: " + hex(at, at + u8(at)));
      return;
    }
    var owner = interfaces.remove(interfaces.size() - 1);
    var endpoints = new ArrayList<>(owner.endpoints());
    int packet = u8(at + 4) | u8(at + 5) << 8;
    var each = new EndpointDescriptor(address & 0x8f, u8(at + 3), packet, u8(at + 6));
    if (each.isBulk() && !fits(packet)) {
      notes.add(
          Irregularity.BULK_PACKET_SIZE,
          String.format("endpoint %02x, wMaxPacketSize %d", address, packet));
    }
    if (endpoints.stream().noneMatch(other -> other.address() == each.address())) {
      endpoints.add(each);
    } else {
      notes.add(
          Irregularity.CONFIGURATION_CONTENT,
          String.format(
              "endpoint %02x (%s) stands there twice",
              address, Direction.of(address).toString().toLowerCase(java.util.Locale.ROOT)));
    }
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

  /** 512 at high speed; 8, 16, 32 or 64 at full speed (USB 2.0, section 5.8.3). */
  private boolean fits(int packetBytes) {
    return speed == Speed.HIGH
        ? packetBytes == Speed.HIGH.bulkMaxPacketBytes()
        : packetBytes >= 8
            && packetBytes <= Speed.FULL.bulkMaxPacketBytes()
            && Integer.bitCount(packetBytes) == 1;
  }

  private int u8(int at) {
    return bytes[at] & 0xff;
  }

  private String hex(int from, int to) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes, from, Math.min(to, from + 16));
  }
}
