package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.DESCRIPTORS;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.usb.Speed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Device, configuration, interface and endpoint descriptors (USB 2.0, section 9.6). */
final class DescriptorChecks {
  private static final int DEVICE = 1;
  private static final int CONFIGURATION = 2;
  private static final int INTERFACE = 4;
  private static final int ENDPOINT = 5;
  private static final int QUALIFIER = 6;
  private static final int OTHER_SPEED = 7;
  private static final int MASS_STORAGE = 0x08;
  private static final int BULK = 2;

  static final List<Check> ALL =
      List.of(
          check(
                  DESCRIPTORS,
                  "device-descriptor-length",
                  "The device descriptor has 18 bytes and says so",
                  "USB 2.0, 9.6.1")
              .run(
                  t -> {
                    var answer = t.descriptor(DEVICE, 0, 18);
                    t.expect(
                        answer.ok() && answer.bytes().length == 18 && answer.u8(0) == 18,
                        "18 bytes with bLength 12",
                        Trial.shown(answer));
                  }),
          check(
                  DESCRIPTORS,
                  "device-descriptor-type",
                  "The device descriptor says that it is one",
                  "USB 2.0, 9.6.1: bDescriptorType")
              .run(
                  t -> {
                    var device = device(t);
                    t.expect(device[1] == DEVICE, "bDescriptorType 01", Trial.hex(device));
                  }),
          check(
                  DESCRIPTORS,
                  "device-descriptor-cut",
                  "The device descriptor is cut at wLength, and nothing else about it changes",
                  "USB 2.0, 9.4.3")
              .run(
                  t -> {
                    var device = device(t);
                    var answer = t.descriptor(DEVICE, 0, 8);
                    t.expect(
                        answer.ok() && Arrays.equals(answer.bytes(), Arrays.copyOf(device, 8)),
                        "its first 8 bytes",
                        Trial.shown(answer));
                  }),
          check(
                  DESCRIPTORS,
                  "device-descriptor-long-request",
                  "A request for more than there is gets the 18 bytes",
                  "USB 2.0, 9.4.3 and 5.5.3")
              .hosts("Linux, which asks for 64 bytes, and Windows")
              .run(
                  t -> {
                    var device = device(t);
                    for (int length : new int[] {64, 255, 0xffff}) {
                      var answer = t.descriptor(DEVICE, 0, length);
                      t.expect(
                          answer.ok() && Arrays.equals(answer.bytes(), device),
                          "the 18 bytes",
                          Trial.shown(answer));
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "device-usb-version",
                  "bcdUSB is a version of USB in binary coded decimal, 2.0 or later at high speed",
                  "USB 2.0, 9.6.1: bcdUSB")
              .run(
                  t -> {
                    var device = device(t);
                    int version = u16(device, 2);
                    boolean decimal = String.format("%04x", version).matches("[0-9]{4}");
                    int least = t.facts().speed() == Speed.HIGH ? 0x0200 : 0x0100;
                    t.expect(
                        decimal && version >= least && version < 0x0400,
                        String.format("%04x or later", least),
                        String.format("%04x", version));
                  }),
          check(
                  DESCRIPTORS,
                  "device-class",
                  "The class is told by the interface: 00/00/00, or EF/02/01 of composite devices",
                  "BOT 1.0, 4.1: bDeviceClass 00h")
              .run(
                  t -> {
                    var device = device(t);
                    var classes = Trial.hex(Arrays.copyOfRange(device, 4, 7));
                    t.expect(
                        classes.equals("00 00 00") || classes.equals("ef 02 01"),
                        "00 00 00",
                        classes);
                  }),
          check(
                  DESCRIPTORS,
                  "device-max-packet",
                  "bMaxPacketSize0 is 8, 16, 32 or 64, and 64 at high speed",
                  "USB 2.0, 5.5.3")
              .run(
                  t -> {
                    int bytes = device(t)[7] & 0xff;
                    var legal =
                        t.facts().speed() == Speed.HIGH ? Set.of(64) : Set.of(8, 16, 32, 64);
                    t.expect(legal.contains(bytes), "one of " + sorted(legal), "" + bytes);
                  }),
          check(
                  DESCRIPTORS,
                  "device-configurations",
                  "There is a configuration",
                  "USB 2.0, 9.6.1: bNumConfigurations")
              .run(t -> t.expect(device(t)[17] != 0, "at least 1", "0")),
          check(
                  DESCRIPTORS,
                  "device-descriptor-stable",
                  "The device descriptor is the same every time",
                  "USB 2.0, 9.6.1")
              .run(
                  t -> {
                    var again = t.descriptor(DEVICE, 0, 18).bytes();
                    t.expect(
                        Arrays.equals(again, t.facts().device()),
                        "the same",
                        "another: " + Trial.hex(again));
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-descriptor-length",
                  "The configuration descriptor has 9 bytes and says what it is",
                  "USB 2.0, 9.6.3")
              .run(
                  t -> {
                    var answer = t.descriptor(CONFIGURATION, 0, 9);
                    t.expect(
                        answer.bytes().length == 9
                            && answer.u8(0) == 9
                            && answer.u8(1) == CONFIGURATION,
                        "9 bytes with bLength 09 and bDescriptorType 02",
                        Trial.shown(answer));
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-total-length",
                  "wTotalLength is the length of all that comes with the configuration",
                  "USB 2.0, 9.6.3: wTotalLength")
              .run(
                  t -> {
                    var all = configuration(t);
                    int total = u16(all, 2);
                    int sum = DeviceFacts.split(all).stream().mapToInt(part -> part.length).sum();
                    var more = t.descriptor(CONFIGURATION, 0, total + 64);
                    t.expect(
                        all.length == total && sum == total,
                        "wTotalLength bytes of whole descriptors",
                        all.length + " bytes, of which " + sum + " are whole, of " + total);
                    t.expect(
                        more.ok() && more.bytes().length == total,
                        "no more than wTotalLength",
                        Trial.shown(more));
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-cut",
                  "The configuration is cut at wLength, and nothing else about it changes",
                  "USB 2.0, 9.4.3")
              .run(
                  t -> {
                    var all = configuration(t);
                    for (int length : new int[] {4, 8, 9, all.length - 1}) {
                      var answer = t.descriptor(CONFIGURATION, 0, length);
                      t.expect(
                          answer.ok() && Arrays.equals(answer.bytes(), Arrays.copyOf(all, length)),
                          "its first " + length + " bytes",
                          Trial.shown(answer));
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-value",
                  "bConfigurationValue is not 0",
                  "USB 2.0, 9.4.7 and 9.6.3: 0 is no configuration")
              .run(t -> t.expect(configuration(t)[5] != 0, "not 0", "0")),
          check(
                  DESCRIPTORS,
                  "configuration-attributes",
                  "bmAttributes has b7 set and b4 to b0 clear",
                  "USB 2.0, 9.6.3: bmAttributes")
              .forgiven()
              .run(
                  t -> {
                    int attributes = configuration(t)[7] & 0xff;
                    t.expect(
                        (attributes & 0x9f) == 0x80,
                        "80, A0, C0 or E0",
                        String.format("%02x", attributes));
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-power",
                  "The device asks for no more than 500 mA",
                  "USB 2.0, 9.6.3: bMaxPower, and 7.2.1.4")
              .run(
                  t -> {
                    int power = configuration(t)[8] & 0xff;
                    t.expect(power <= 250, "at most 250 times 2 mA", "" + power);
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-interfaces",
                  "bNumInterfaces is the number of interfaces, which are numbered from 0",
                  "USB 2.0, 9.6.3 and 9.6.5")
              .run(
                  t -> {
                    var numbers =
                        parts(t, INTERFACE).stream()
                            .map(part -> part[2] & 0xff)
                            .collect(Collectors.toSet());
                    int count = configuration(t)[4] & 0xff;
                    t.expect(
                        numbers.size() == count
                            && numbers.stream().allMatch(number -> number < count),
                        count + " interfaces numbered from 0",
                        "numbers " + sorted(numbers));
                  }),
          check(
                  DESCRIPTORS,
                  "configuration-index-beyond",
                  "A configuration that there is not is declined",
                  "USB 2.0, 9.4.3: an unsupported descriptor is a Request Error")
              .forgiven()
              .run(
                  t ->
                      t.expectStall(
                          t.descriptor(CONFIGURATION, device(t)[17] & 0xff, 255),
                          "GET_DESCRIPTOR of a configuration beyond bNumConfigurations")),
          check(
                  DESCRIPTORS,
                  "configurations-counted",
                  "Every configuration that is counted can be read",
                  "USB 2.0, 9.6.1: bNumConfigurations; 9.4.3")
              .run(
                  t -> {
                    int count = Math.min(device(t)[17] & 0xff, 8);
                    for (int index = 0; index < count; index++) {
                      var answer = t.descriptor(CONFIGURATION, index, 9);
                      t.expect(
                          answer.bytes().length == 9 && answer.u8(1) == CONFIGURATION,
                          "configuration " + index,
                          Trial.shown(answer));
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "binary-object-store-from-2-1",
                  "A device of USB 2.01 or later has a binary device object store",
                  "USB 2.0, 9.4.3; ECN for link power management, 3: BOS from bcdUSB 0201 on")
              .hosts("Windows and Linux, which ask for it")
              .run(
                  t -> {
                    t.applies(u16(device(t), 2) >= 0x0201, "bcdUSB is less than 0201");
                    var answer = t.descriptor(0x0f, 0, 5);
                    t.expect(
                        answer.bytes().length == 5 && answer.u8(0) == 5 && answer.u8(1) == 0x0f,
                        "5 bytes, 05 0F",
                        Trial.shown(answer));
                  }),
          check(
                  DESCRIPTORS,
                  "interface-class",
                  "There is an interface of class 08",
                  "BOT 1.0, 4.3: bInterfaceClass 08h")
              .run(
                  t ->
                      t.expect(
                          parts(t, INTERFACE).stream().anyMatch(part -> part[5] == MASS_STORAGE),
                          "bInterfaceClass 08",
                          classes(t))),
          check(
                  DESCRIPTORS,
                  "interface-subclass",
                  "The subclass is one of those assigned",
                  "BOT 1.0, 4.3: bInterfaceSubClass")
              .run(
                  t -> {
                    int subclass = own(t)[6] & 0xff;
                    t.expect(
                        subclass >= 1 && subclass <= 8,
                        "06, or another of 01 to 08",
                        String.format("%02x", subclass));
                  }),
          check(
                  DESCRIPTORS,
                  "interface-subclass-current",
                  "The subclass is none of those that are obsolete",
                  "BOT 1.0, 4.3: bInterfaceSubClass; 03 and 05 are obsolete")
              .forgiven()
              .run(
                  t -> {
                    int subclass = own(t)[6] & 0xff;
                    t.expect(subclass != 3 && subclass != 5, "06", String.format("%02x", subclass));
                  }),
          check(
                  DESCRIPTORS,
                  "interface-protocol",
                  "The protocol is 50, Bulk-Only Transport",
                  "BOT 1.0, 4.3: bInterfaceProtocol 50h")
              .run(t -> t.expect(own(t)[7] == 0x50, "50", String.format("%02x", own(t)[7] & 0xff))),
          check(
                  DESCRIPTORS,
                  "interface-endpoints",
                  "bNumEndpoints is the number of endpoints that follow each interface",
                  "USB 2.0, 9.6.5: bNumEndpoints")
              .run(
                  t -> {
                    byte @Nullable [] last = null;
                    int follow = 0;
                    for (var part : t.facts().parts()) {
                      if (part[1] == INTERFACE) {
                        endpoints(t, last, follow);
                        last = part;
                        follow = 0;
                      } else if (part[1] == ENDPOINT) {
                        follow++;
                      }
                    }
                    endpoints(t, last, follow);
                  }),
          check(
                  DESCRIPTORS,
                  "interface-descriptor-length",
                  "Interface descriptors have 9 bytes",
                  "USB 2.0, 9.6.5: bLength")
              .run(t -> lengths(t, INTERFACE, 9)),
          check(
                  DESCRIPTORS,
                  "endpoint-descriptor-length",
                  "Endpoint descriptors have 7 bytes",
                  "USB 2.0, 9.6.6: bLength")
              .run(t -> lengths(t, ENDPOINT, 7)),
          check(
                  DESCRIPTORS,
                  "endpoint-addresses",
                  "Endpoint addresses are 1 to 15 in each direction, and none stands twice",
                  "USB 2.0, 9.6.6: bEndpointAddress")
              .run(
                  t -> {
                    var seen = new HashSet<Integer>();
                    for (var part : ownEndpoints(t)) {
                      int address = part[2] & 0xff;
                      t.expect(
                          (address & 0x70) == 0 && (address & 0x0f) != 0 && seen.add(address),
                          "01 to 0F or 81 to 8F, once",
                          String.format("%02x", address));
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "bulk-endpoints",
                  "The interface has a bulk endpoint in each direction",
                  "BOT 1.0, 4.4")
              .run(
                  t -> {
                    var bulk =
                        ownEndpoints(t).stream()
                            .filter(part -> (part[3] & 3) == BULK)
                            .map(part -> part[2] & 0x80)
                            .toList();
                    t.expect(
                        bulk.contains(0x80) && bulk.contains(0),
                        "bulk-in and bulk-out",
                        bulk.size() + " bulk endpoints");
                  }),
          check(
                  DESCRIPTORS,
                  "bulk-max-packet",
                  "Bulk packets have 512 bytes at high speed, and 8, 16, 32 or 64 at full speed",
                  "USB 2.0, 5.8.3")
              .hosts("Linux, which takes 512 at high speed with a warning, or not at all")
              .run(
                  t -> {
                    var legal =
                        t.facts().speed() == Speed.HIGH ? Set.of(512) : Set.of(8, 16, 32, 64);
                    for (var part : ownEndpoints(t)) {
                      if ((part[3] & 3) == BULK) {
                        t.expect(
                            legal.contains(u16(part, 4)),
                            "one of " + sorted(legal),
                            "" + u16(part, 4));
                      }
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "endpoint-attributes",
                  "Reserved bits of bmAttributes are clear",
                  "USB 2.0, 9.6.6: bmAttributes")
              .forgiven()
              .run(
                  t -> {
                    for (var part : ownEndpoints(t)) {
                      if ((part[3] & 3) == BULK) {
                        t.expect(part[3] == BULK, "02", String.format("%02x", part[3] & 0xff));
                      }
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "descriptor-order",
                  "Endpoints stand behind their interface, and the configuration first",
                  "USB 2.0, 9.4.3")
              .run(
                  t -> {
                    var types = t.facts().parts().stream().map(part -> (int) part[1]).toList();
                    t.require(!types.isEmpty(), "there is no configuration descriptor");
                    int first = types.indexOf(INTERFACE);
                    int endpoint = types.indexOf(ENDPOINT);
                    t.expect(
                        types.get(0) == CONFIGURATION && first > 0 && first < endpoint,
                        "configuration, interface, endpoints",
                        "types " + types);
                  }),
          check(
                  DESCRIPTORS,
                  "descriptor-of-interface-alone",
                  "Interface and endpoint descriptors are not given by themselves",
                  "USB 2.0, 9.4.3: they come with their configuration alone")
              .forgiven()
              .run(
                  t -> {
                    t.expectStall(t.descriptor(INTERFACE, 0, 9), "GET_DESCRIPTOR(INTERFACE)");
                    t.expectStall(t.descriptor(ENDPOINT, 0, 7), "GET_DESCRIPTOR(ENDPOINT)");
                  }),
          check(
                  DESCRIPTORS,
                  "descriptor-of-unknown-type",
                  "A descriptor that there is not is declined",
                  "USB 2.0, 9.4.3: an unsupported descriptor is a Request Error")
              .run(
                  t -> {
                    for (int type : new int[] {0x00, 0x1e, 0xff}) {
                      t.expectStall(
                          t.descriptor(type, 0, 64),
                          String.format("GET_DESCRIPTOR of type %02x", type));
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "binary-object-store-before-2-1",
                  "A device of USB 2.0 has no binary device object store",
                  "USB 2.0, 9.4.3: an unsupported descriptor is a Request Error")
              .forgiven()
              .run(
                  t -> {
                    t.applies(u16(device(t), 2) < 0x0201, "bcdUSB is 0201 or later");
                    t.expectStall(t.descriptor(0x0f, 0, 5), "GET_DESCRIPTOR(BOS)");
                  }),
          check(
                  DESCRIPTORS,
                  "qualifier-at-high-speed",
                  "A device at high speed has a device qualifier of 10 bytes",
                  "USB 2.0, 9.6.2")
              .run(
                  t -> {
                    t.applies(t.facts().speed() == Speed.HIGH, "the device is at full speed");
                    var answer = t.descriptor(QUALIFIER, 0, 10);
                    t.expect(
                        answer.bytes().length == 10
                            && answer.u8(0) == 10
                            && answer.u8(1) == QUALIFIER,
                        "10 bytes with bLength 0A and bDescriptorType 06",
                        Trial.shown(answer));
                  }),
          check(
                  DESCRIPTORS,
                  "qualifier-tells-of-another-speed",
                  "Where there is a qualifier there is a configuration at the other speed",
                  "USB 2.0, 9.6.2 and 9.6.4: a device of full speed alone declines both")
              .hosts("Linux, which says that the device is not running at top speed")
              .run(
                  t -> {
                    var qualifier = t.descriptor(QUALIFIER, 0, 10);
                    t.applies(qualifier.ok(), "the device has no qualifier");
                    var other = t.descriptor(OTHER_SPEED, 0, 255);
                    t.expect(
                        other.bytes().length >= 9
                            && other.u8(1) == OTHER_SPEED
                            && u16(other.bytes(), 2) == other.bytes().length,
                        "OTHER_SPEED_CONFIGURATION, of its own wTotalLength",
                        Trial.shown(other));
                    int packet = t.facts().speed() == Speed.HIGH ? 64 : 512;
                    for (var part : DeviceFacts.split(other.bytes())) {
                      if (part[1] == ENDPOINT && part.length == 7 && (part[3] & 3) == BULK) {
                        t.expect(
                            t.facts().speed() == Speed.HIGH
                                ? u16(part, 4) <= packet
                                : u16(part, 4) == packet,
                            "bulk packets of the other speed",
                            u16(part, 4) + " bytes");
                      }
                    }
                  }),
          check(
                  DESCRIPTORS,
                  "qualifier-fields",
                  "The qualifier has bcdUSB 2.0 or later, a configuration, and a reserved byte of 0",
                  "USB 2.0, 9.6.2")
              .run(
                  t -> {
                    var qualifier = t.descriptor(QUALIFIER, 0, 10);
                    t.applies(qualifier.ok(), "the device has no qualifier");
                    var bytes = qualifier.bytes();
                    t.require(bytes.length == 10, "the qualifier has not 10 bytes");
                    t.expect(
                        u16(bytes, 2) >= 0x0200 && bytes[8] != 0 && bytes[9] == 0,
                        "bcdUSB at least 0200, bNumConfigurations not 0, bReserved 0",
                        Trial.hex(bytes));
                  }));

  private DescriptorChecks() {}

  static int u16(byte[] bytes, int at) {
    return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8;
  }

  private static String sorted(Set<Integer> numbers) {
    return numbers.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static byte[] device(Trial t) throws DeviceGoneException {
    var bytes = t.descriptor(DEVICE, 0, 18).bytes();
    t.require(bytes.length == 18, "the device descriptor has not 18 bytes");
    return bytes;
  }

  private static byte[] configuration(Trial t) throws DeviceGoneException {
    var head = t.descriptor(CONFIGURATION, 0, 9).bytes();
    t.require(head.length == 9, "the configuration descriptor has not 9 bytes");
    var all = t.descriptor(CONFIGURATION, 0, u16(head, 2)).bytes();
    t.require(all.length >= 9, "the configuration has not 9 bytes");
    return all;
  }

  private static List<byte[]> parts(Trial t, int type) {
    return t.facts().parts().stream()
        .filter(part -> part[1] == type && part.length >= (type == INTERFACE ? 9 : 7))
        .toList();
  }

  /** The interface descriptor of mass storage. */
  private static byte[] own(Trial t) {
    var found =
        parts(t, INTERFACE).stream()
            .filter(
                part ->
                    t.facts().place().isEmpty()
                        ? part[5] == MASS_STORAGE
                        : (part[2] & 0xff) == t.facts().interfaceNumber() && part[3] == 0)
            .findFirst();
    t.require(found.isPresent(), "there is no mass storage interface");
    return found.get();
  }

  private static List<byte[]> ownEndpoints(Trial t) {
    var own = own(t);
    var all = t.facts().parts();
    var found = new java.util.ArrayList<byte[]>();
    boolean within = false;
    for (var part : all) {
      if (part[1] == INTERFACE) {
        within = Arrays.equals(part, own);
      } else if (within && part[1] == ENDPOINT && part.length >= 7) {
        found.add(part);
      }
    }
    return found;
  }

  private static String classes(Trial t) {
    return "classes "
        + parts(t, INTERFACE).stream()
            .map(part -> String.format("%02x", part[5]))
            .collect(Collectors.joining(", "));
  }

  private static void endpoints(Trial t, byte @Nullable [] descriptor, int follow) {
    if (descriptor != null && descriptor.length >= 5) {
      t.expect(
          (descriptor[4] & 0xff) == follow,
          (descriptor[4] & 0xff) + " endpoints behind interface " + (descriptor[2] & 0xff),
          follow + " endpoints");
    }
  }

  private static void lengths(Trial t, int type, int length) {
    for (var part : t.facts().parts()) {
      if (part[1] == type) {
        t.expect((part[0] & 0xff) == length, "bLength " + length, "" + (part[0] & 0xff));
      }
    }
  }
}
