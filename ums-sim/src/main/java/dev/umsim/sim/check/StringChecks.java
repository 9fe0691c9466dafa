package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.STRINGS;

import dev.umsim.core.host.DeviceGoneException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** String descriptors, the serial number among them (USB 2.0, 9.6.7; BOT 1.0, 4.1.1). */
final class StringChecks {
  private static final int MAX_PACKET = 7;
  private static final int MANUFACTURER = 14;
  private static final int PRODUCT = 15;
  private static final int SERIAL = 16;
  private static final int STRING = 3;
  private static final int LONGEST = 255;
  private static final int OF_MICROSOFT = 0xee;

  static final List<Check> ALL =
      List.of(
          check(
                  STRINGS,
                  "string-languages",
                  "String 0 is a list of languages",
                  "USB 2.0, 9.6.7: string index zero")
              .run(
                  t -> {
                    t.applies(anyString(t), "the device has no strings");
                    var answer = t.string(0, 0, LONGEST);
                    int length = answer.bytes().length;
                    t.expect(
                        length >= 4
                            && length % 2 == 0
                            && answer.u8(0) == length
                            && answer.u8(1) == STRING,
                        "04 03 and a language",
                        Trial.shown(answer));
                  }),
          wellFormed("string-manufacturer", MANUFACTURER, "iManufacturer"),
          wellFormed("string-product", PRODUCT, "iProduct"),
          wellFormed("string-serial-number", SERIAL, "iSerialNumber"),
          check(
                  STRINGS,
                  "string-of-configuration-and-interface",
                  "The strings of iConfiguration and iInterface are string descriptors",
                  "USB 2.0, 9.6.7, 9.6.3 and 9.6.5")
              .hosts("Linux, which asks for both")
              .run(
                  t -> {
                    for (var part : t.facts().parts()) {
                      boolean has = part[1] == 2 || part[1] == 4;
                      int index = has && part.length >= 9 ? part[part[1] == 2 ? 6 : 8] & 0xff : 0;
                      if (index != 0) {
                        var answer = t.string(index, language(t), LONGEST);
                        t.expect(
                            answer.bytes().length >= 2
                                && answer.u8(0) == answer.bytes().length
                                && answer.u8(1) == STRING,
                            "a string descriptor",
                            Trial.shown(answer));
                      }
                    }
                  }),
          check(
                  STRINGS,
                  "string-of-whole-packets",
                  "A string of whole packets, of which a host asked for more, ends with an empty one",
                  "USB 2.0, 5.5.3: a data stage of less than was asked for ends with a packet that"
                      + " is not full")
              .hosts("All, which ask for 255 bytes")
              .run(
                  t -> {
                    int packet = t.facts().device()[MAX_PACKET] & 0xff;
                    t.applies(packet != 0, "bMaxPacketSize0 is 0");
                    int language = language(t);
                    boolean any = false;
                    for (int index : indices(t)) {
                      int length = length(t, index, language);
                      if (length > 0 && length % packet == 0) {
                        any = true;
                        var answer = t.string(index, language, LONGEST);
                        t.expect(
                            answer.bytes().length == length,
                            "its bytes and an empty packet",
                            Trial.shown(answer));
                      }
                    }
                    t.applies(any, "no string fills its packets");
                  }),
          check(
                  STRINGS,
                  "string-cut",
                  "A string is cut at wLength, and its bLength stays",
                  "USB 2.0, 9.4.3")
              .hosts("Hosts that ask for two bytes first")
              .run(
                  t -> {
                    int index = anIndex(t);
                    var all = t.string(index, language(t), LONGEST).bytes();
                    t.require(all.length >= 2, "the string cannot be read");
                    var answer = t.string(index, language(t), 2);
                    t.expect(
                        Arrays.equals(answer.bytes(), Arrays.copyOf(all, 2)),
                        "its first 2 bytes",
                        Trial.shown(answer));
                  }),
          check(
                  STRINGS,
                  "string-ends",
                  "A string without a NUL at its end",
                  "USB 2.0, 9.6.7: the string is not NULL-terminated")
              .forgiven()
              .run(
                  t -> {
                    for (int at : new int[] {MANUFACTURER, PRODUCT, SERIAL}) {
                      int index = t.facts().device()[at] & 0xff;
                      if (index != 0) {
                        var text = text(t.string(index, language(t), LONGEST).bytes());
                        t.expect(!text.endsWith("\0"), "no NUL at the end", "a NUL at the end");
                      }
                    }
                  }),
          check(
                  STRINGS,
                  "string-unknown-index",
                  "A string that there is not is declined",
                  "USB 2.0, 9.4.3: an unsupported descriptor is a Request Error")
              .forgiven()
              .run(
                  t -> {
                    int index = unusedIndex(t);
                    t.expectStall(
                        t.string(index, language(t), LONGEST),
                        "GET_DESCRIPTOR of an unused string");
                  }),
          check(
                  STRINGS,
                  "string-of-microsoft",
                  "String EE is declined, or is the one that Windows looks for",
                  "USB 2.0, 9.4.3: an unsupported descriptor is a Request Error")
              .hosts("Windows, which then sends a vendor request of its own")
              .run(
                  t -> {
                    t.applies(
                        IntStream.of(MANUFACTURER, PRODUCT, SERIAL)
                            .noneMatch(at -> (t.facts().device()[at] & 0xff) == OF_MICROSOFT),
                        "the device uses this index");
                    var answer = t.string(OF_MICROSOFT, 0, 18);
                    boolean signature = text(answer.bytes()).startsWith("MSFT100");
                    t.expect(
                        answer.stalled() || answer.bytes().length == 0 || signature,
                        "STALL, or MSFT100",
                        Trial.shown(answer));
                  }),
          check(
                  STRINGS,
                  "serial-number-present",
                  "There is a serial number",
                  "BOT 1.0, 4.1.1: iSerialNumber shall be other than 0")
              .forgiven()
              .hosts("Windows, which takes the device for a new one at every port")
              .run(t -> t.expect(t.facts().device()[SERIAL] != 0, "an index other than 0", "0")),
          check(
                  STRINGS,
                  "serial-number-length",
                  "The serial number has 12 characters or more",
                  "BOT 1.0, 4.1.1: at least 12 valid characters")
              .forgiven()
              .run(
                  t -> {
                    var serial = serial(t);
                    t.expect(
                        serial.length() >= 12, "12 characters", serial.length() + " characters");
                  }),
          check(
                  STRINGS,
                  "serial-number-characters",
                  "The serial number is of digits and the letters A to F",
                  "BOT 1.0, 4.1.2, table 4.2")
              .forgiven()
              .run(
                  t -> {
                    var serial = serial(t);
                    t.expect(serial.matches("[0-9A-F]*"), "0 to 9 and A to F", serial);
                  }),
          check(
                  STRINGS,
                  "serial-number-not-zero",
                  "The last twelve characters of the serial number are not all 0",
                  "BOT 1.0, 4.1.1: unique for each idVendor and idProduct")
              .forgiven()
              .run(
                  t -> {
                    var serial = serial(t);
                    t.applies(serial.length() >= 12, "the serial number is shorter");
                    t.expect(
                        !serial.substring(serial.length() - 12).matches("0*"),
                        "a digit other than 0",
                        serial);
                  }),
          check(
                  STRINGS,
                  "serial-number-stable",
                  "The serial number is the same every time, after a reset too",
                  "BOT 1.0, 4.1.1")
              .needs(Need.STATE, Need.COMMANDS)
              .run(
                  t -> {
                    var serial = serial(t);
                    t.expect(serial.equals(serial(t)), "the same", "another");
                    t.require(t.session().resetPort(), "the reset of the port did not go well");
                    t.expect(serial.equals(serial(t)), "the same after a reset", "another");
                  }));

  private StringChecks() {}

  private static Check wellFormed(String id, int at, String field) {
    return check(
            STRINGS,
            id,
            "The string of " + field + " is a string descriptor",
            "USB 2.0, 9.6.7: bLength, bDescriptorType and UNICODE")
        .run(
            t -> {
              int index = t.facts().device()[at] & 0xff;
              t.applies(index != 0, field + " is 0");
              for (int length : new int[] {LONGEST, 254}) {
                var answer = t.string(index, language(t), length);
                int came = answer.bytes().length;
                t.expect(
                    came >= 2 && came % 2 == 0 && answer.u8(0) == came && answer.u8(1) == STRING,
                    "an even bLength of what comes, and 03",
                    Trial.shown(answer));
              }
            });
  }

  private static boolean anyString(Trial t) {
    return IntStream.of(MANUFACTURER, PRODUCT, SERIAL).anyMatch(at -> t.facts().device()[at] != 0);
  }

  private static int anIndex(Trial t) {
    t.applies(anyString(t), "the device has no strings");
    return IntStream.of(PRODUCT, MANUFACTURER, SERIAL)
        .map(at -> t.facts().device()[at] & 0xff)
        .filter(index -> index != 0)
        .findFirst()
        .orElseThrow();
  }

  /** The strings that descriptors name. */
  private static int[] indices(Trial t) {
    var ofDevice = IntStream.of(MANUFACTURER, PRODUCT, SERIAL).map(at -> t.facts().device()[at]);
    var ofParts =
        t.facts().parts().stream()
            .filter(part -> part.length >= 9 && (part[1] == 2 || part[1] == 4))
            .mapToInt(part -> part[part[1] == 2 ? 6 : 8]);
    return IntStream.concat(ofDevice, ofParts)
        .map(index -> index & 0xff)
        .filter(index -> index != 0)
        .distinct()
        .toArray();
  }

  /** The bLength of a string, by its first bytes alone; 0 if it cannot be had so. */
  private static int length(Trial t, int index, int language) throws DeviceGoneException {
    var head = t.string(index, language, 2);
    return head.ok() && head.bytes().length == 2 ? head.u8(0) : 0;
  }

  /** An index that stands in no descriptor. */
  private static int unusedIndex(Trial t) {
    var used = new java.util.HashSet<Integer>();
    for (int at : new int[] {MANUFACTURER, PRODUCT, SERIAL}) {
      used.add(t.facts().device()[at] & 0xff);
    }
    for (var part : t.facts().parts()) {
      if (part[1] == 2 || part[1] == 4) {
        used.add(part[part[1] == 2 ? 6 : 8] & 0xff);
      }
    }
    int index = 0xd7;
    while (used.contains(index)) {
      index--;
    }
    return index;
  }

  private static int language(Trial t) throws DeviceGoneException {
    var languages = t.string(0, 0, LONGEST).bytes();
    return languages.length >= 4 ? DescriptorChecks.u16(languages, 2) : 0x0409;
  }

  private static String serial(Trial t) throws DeviceGoneException {
    int index = t.facts().device()[SERIAL] & 0xff;
    t.applies(index != 0, "there is no serial number");
    return text(t.string(index, language(t), LONGEST).bytes());
  }

  private static String text(byte[] descriptor) {
    return descriptor.length < 2
        ? ""
        : new String(descriptor, 2, descriptor.length - 2, StandardCharsets.UTF_16LE);
  }
}
