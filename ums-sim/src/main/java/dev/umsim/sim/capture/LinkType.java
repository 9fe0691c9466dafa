package dev.umsim.sim.capture;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The kinds of USB traffic in captures, by their numbers in the tcpdump group's list. */
enum LinkType {
  /** usbmon of Linux, with the header of 48 bytes. */
  USB_LINUX(189),
  /** usbmon of Linux with the header of 64 bytes, also written by QEMU. */
  USB_LINUX_MMAPPED(220),
  /** USBPcap of Windows. */
  USBPCAP(249),
  /** Packets as they were on the wire, of no told speed. */
  USB_2_0(288),
  /** The same at low speed. */
  USB_2_0_LOW_SPEED(293),
  /** The same at full speed. */
  USB_2_0_FULL_SPEED(294),
  /** The same at high speed. */
  USB_2_0_HIGH_SPEED(295);

  private static final Map<Integer, String> OTHERS =
      Map.of(
          1, "Ethernet",
          101, "raw IP",
          113, "Linux cooked capture",
          186, "USB of FreeBSD's early days (link type 186)",
          266, "USB of macOS (link type 266)",
          276, "Linux cooked capture 2",
          292, "USB with pseudo-header (link type 292)");

  private final int number;

  LinkType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static Optional<LinkType> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }

  /** What a number that is none of these stands for. */
  static String describeOther(int number) {
    return OTHERS.getOrDefault(number, "link type " + number);
  }
}
